// A copy of a ref seen with another element width takes words apart, and puts them together.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[4,128]: 65536*(10*i + 1) + 3*j' \
// RUN:   'out0=i16[8,128]: 3*j if i % 2 == 0 else 10*(i//2) + 1' \
// RUN:   'out1=i32[4,128]: in0[i, j]'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#any = #tpu.memory_space<any>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<4x128xi32, #any>, %narrow: memref<8x128xi16, #any>, %wide: memref<4x128xi32, #any>, %s: !sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %v = tpu.memref_bitcast %x : memref<4x128xi32, #any> -> memref<8x128xi16, #any>
  tpu.enqueue_dma source(%v : memref<8x128xi16, #any>) target(%narrow : memref<8x128xi16, #any>) target_semaphore(%s : !sem)
  tpu.wait_dma2 semaphore(%s : !sem) src(%v : memref<8x128xi16, #any>) dst(%narrow : memref<8x128xi16, #any>)
  %w = tpu.memref_bitcast %narrow : memref<8x128xi16, #any> -> memref<4x128xi32, #any>
  tpu.enqueue_dma source(%w : memref<4x128xi32, #any>) target(%wide : memref<4x128xi32, #any>) target_semaphore(%s : !sem)
  tpu.wait_dma2 semaphore(%s : !sem) src(%w : memref<4x128xi32, #any>) dst(%wide : memref<4x128xi32, #any>)
  return
}
