// A copy whose semaphore nobody waits for: the kernel runs, and is warned about. The twin that waits is silent.
//
// RUN: split-file %s %t.d
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[8,128]: i' 'out0=f32[8,128]: i'
// RUN: tessera run %t.d/forgotten.mlir --outputs 1 --inputs %t | FileCheck --check-prefix=FORGOTTEN %s
// RUN: tessera run %t.d/waited.mlir --outputs 1 --inputs %t --expect %t | FileCheck --check-prefix=WAITED %s

// FORGOTTEN: warning[T08{{[0-9]+}}]
// FORGOTTEN-NEXT: forgotten.mlir:4:3
// FORGOTTEN: 0 errors, 1 warning
// WAITED-NOT: warning
// WAITED: out0: all 1024 elements as expected
// WAITED-NOT: warning

//--- forgotten.mlir
#hbm = #tpu.memory_space<hbm>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
func.func @copy(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>) target_semaphore(%sem : !sem)
  return
}

//--- waited.mlir
#hbm = #tpu.memory_space<hbm>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
func.func @copy(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>) target_semaphore(%sem : !sem)
  tpu.wait_dma2 semaphore(%sem : !sem) src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>)
  return
}
