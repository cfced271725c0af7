// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A signal to another type of core says to which one: there are several of a type.

// A TensorCore signals a scalar subcore, without a number.
#hbm = #tpu.memory_space<hbm>
!reg_sem_scs = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem, sc_scalar_subcore>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !reg_sem_scs) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  // expected-error@+1 {{T0410}}
  tpu.sem_signal %sem, %n : !reg_sem_scs
  return
}

// -----

// The twin: with one.
#hbm = #tpu.memory_space<hbm>
!reg_sem_scs = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem, sc_scalar_subcore>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !reg_sem_scs) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  %core = arith.constant 0 : i32
  tpu.sem_signal %sem, %n core_id %core : !reg_sem_scs
  return
}

// -----

// The other twin: the scalar subcore signals itself.
#hbm = #tpu.memory_space<hbm>
!reg_sem_scs = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem, sc_scalar_subcore>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !reg_sem_scs) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<sc_scalar_subcore>} {
  %n = arith.constant 1 : i32
  tpu.sem_signal %sem, %n : !reg_sem_scs
  tpu.sem_wait %sem, %n : !reg_sem_scs
  return
}
