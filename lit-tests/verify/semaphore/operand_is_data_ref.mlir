// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Semaphore operations need a ref to semaphores; a ref to data cannot be counted on.

// A signal on an f32 ref.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %flag: memref<f32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  // expected-error@+1 {{T0402}}
  tpu.sem_signal %flag, %n : memref<f32, #vmem>
  return
}

// -----

// A signal on a whole block of data.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  // expected-error@+1 {{T0402}}
  tpu.sem_signal %buf, %n : memref<8x128xf32, #vmem>
  return
}

// -----

// A wait on an i32 in SMEM, a flag in all but name.
#hbm = #tpu.memory_space<hbm>
#smem = #tpu.memory_space<smem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %flag: memref<i32, #smem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  // expected-error@+1 {{T0402}}
  tpu.sem_wait %flag, %n : memref<i32, #smem>
  return
}

// -----

// A read of an f32 ref.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %flag: memref<f32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0402}}
  %count = tpu.sem_read %flag : memref<f32, #vmem> -> i32
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
