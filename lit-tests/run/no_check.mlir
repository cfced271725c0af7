// A kernel that the check refuses runs with --no-check: here with a copy at a priority that the chip does not have.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[8,128]: i' 'out0=f32[8,128]: i'
// RUN: %exits 1 tessera run %s --outputs 1 --inputs %t | FileCheck --check-prefix=CHECKED %s
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t --no-check | FileCheck --check-prefix=RUNS %s

// CHECKED: error[T03
// CHECKED-NOT: out0
// RUNS-NOT: error
// RUNS: out0: all 1024 elements as expected

#hbm = #tpu.memory_space<hbm>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
func.func @copy(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>) target_semaphore(%sem : !sem) {priority = 7 : i32}
  tpu.wait_dma2 semaphore(%sem : !sem) src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>)
  return
}
