// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Semaphores live in semaphore memory; a ref to semaphores elsewhere names nothing that exists.

// A signal on a semaphore in VMEM.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %flag: memref<!tpu.semaphore, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  // expected-error@+1 {{T0405}}
  tpu.sem_signal %flag, %n : memref<!tpu.semaphore, #vmem>
  return
}

// -----

// A wait on a semaphore in SMEM.
#hbm = #tpu.memory_space<hbm>
#smem = #tpu.memory_space<smem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %flag: memref<!tpu.semaphore, #smem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  // expected-error@+1 {{T0405}}
  tpu.sem_wait %flag, %n : memref<!tpu.semaphore, #smem>
  return
}

// -----

// A read of a semaphore in HBM.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %flag: memref<!tpu.semaphore, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0405}}
  %count = tpu.sem_read %flag : memref<!tpu.semaphore, #hbm> -> i32
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
