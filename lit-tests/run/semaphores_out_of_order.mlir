// Two copies with a semaphore each, waited for in the other order, whatever order they finish in.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[8,128]: i + j' 'in1=f32[8,128]: i * j' 'out0=f32[8,128]: in0[i, j] - in1[i, j]'
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t | FileCheck %s
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t --seed 1 | FileCheck %s
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t --seed 2 | FileCheck %s

// CHECK: out0: all 1024 elements as expected

#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!sems = memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
!one = memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @subtract(%x: memref<8x128xf32, #hbm>, %y: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #vmem>, %a: memref<8x128xf32, #vmem>, %b: memref<8x128xf32, #vmem>, %sems: !sems) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 3 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %s0 = tpu.memref_slice %sems[%c0_i32] : !sems -> !one
  %first = tpu.memref_squeeze %s0 : !one -> !sem
  %s1 = tpu.memref_slice %sems[%c1_i32] : !sems -> !one
  %second = tpu.memref_squeeze %s1 : !one -> !sem
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%a : memref<8x128xf32, #vmem>) target_semaphore(%first : !sem)
  tpu.enqueue_dma source(%y : memref<8x128xf32, #hbm>) target(%b : memref<8x128xf32, #vmem>) target_semaphore(%second : !sem)
  tpu.wait_dma2 semaphore(%second : !sem) src(%y : memref<8x128xf32, #hbm>) dst(%b : memref<8x128xf32, #vmem>)
  tpu.wait_dma2 semaphore(%first : !sem) src(%x : memref<8x128xf32, #hbm>) dst(%a : memref<8x128xf32, #vmem>)
  %c0 = arith.constant 0 : index
  %0 = vector.load %a[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = vector.load %b[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %2 = arith.subf %0, %1 : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %2 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
