// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Only SparseCore vector subcores are numbered by a subcore id.

// A signal to a TensorCore.
#hbm = #tpu.memory_space<hbm>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  // expected-error@+1 {{T0411}}
  tpu.sem_signal %sem, %n core_id %n subcore_id %n : !reg_sem
  return
}

// -----

// The twin: a signal to a vector subcore.
#hbm = #tpu.memory_space<hbm>
!reg_sem_tec = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem, sc_vector_subcore>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !reg_sem_tec) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  tpu.sem_signal %sem, %n core_id %n subcore_id %n : !reg_sem_tec
  return
}
