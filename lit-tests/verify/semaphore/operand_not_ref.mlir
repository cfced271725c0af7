// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// What is signalled is a semaphore in memory: the operand is a ref, not the count read from it.

#hbm = #tpu.memory_space<hbm>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  %count = tpu.sem_read %sem : !reg_sem -> i32
  // expected-error@+1 {{T0401}}
  "tpu.sem_signal"(%count, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (i32, i32) -> ()
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  tpu.sem_signal %sem, %n : !reg_sem
  %count = tpu.sem_read %sem : !reg_sem -> i32
  tpu.sem_wait %sem, %n : !reg_sem
  return
}
