// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Device ids are i32. The pretty form of the op implies it, so only the generic form can be wrong.

#hbm = #tpu.memory_space<hbm>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  %device = arith.constant 1 : index
  // expected-error@+1 {{T0409}}
  "tpu.sem_signal"(%sem, %n, %device) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>}> : (!reg_sem, i32, index) -> ()
  tpu.sem_wait %sem, %n : !reg_sem
  return
}

// -----

// The twin: a neighbour signals us as we signal it.
#hbm = #tpu.memory_space<hbm>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  %device = arith.constant 1 : i32
  tpu.sem_signal %sem, %n device_id %device : !reg_sem
  tpu.sem_wait %sem, %n : !reg_sem
  return
}
