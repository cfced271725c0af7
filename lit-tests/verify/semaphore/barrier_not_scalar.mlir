// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// The devices of a collective share one barrier semaphore.

// Two.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0415}}
  %barrier = tpu.sem_barrier : memref<2x!tpu.semaphore, #sem_mem>
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  %device = arith.constant 1 : i32
  %barrier = tpu.sem_barrier : !reg_sem
  tpu.sem_signal %barrier, %n device_id %device : !reg_sem
  tpu.sem_wait %barrier, %n : !reg_sem
  return
}
