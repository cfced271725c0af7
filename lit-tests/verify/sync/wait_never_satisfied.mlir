// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// A wait on a semaphore can be satisfied.

// Nobody signals.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%o: memref<8x128xf32, #vmem>, %sem: memref<!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{T0608}}
  tpu.sem_wait %sem, %i1 : memref<!tpu.semaphore, #sem_mem>
  return
}

// -----

// Too little.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%o: memref<8x128xf32, #vmem>, %sem: memref<!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  tpu.sem_signal %sem, %i1 : memref<!tpu.semaphore, #sem_mem>
  // expected-error@+1 {{T0608}}
  tpu.sem_wait %sem, %i2 : memref<!tpu.semaphore, #sem_mem>
  return
}

// -----

// Every device waits for two, and gets one.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%o: memref<8x128xf32, #vmem>, %sem: memref<!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %me = tpu.device_id : i32
  tpu.sem_signal %sem, %i1 device_id %me : memref<!tpu.semaphore, #sem_mem>
  // expected-error@+1 {{T0608}}
  tpu.sem_wait %sem, %i2 : memref<!tpu.semaphore, #sem_mem>
  return
}

// -----

// Every device waits for two at the barrier, and gets one.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %me = tpu.device_id : i32
  %b = tpu.sem_barrier : memref<!tpu.semaphore, #sem_mem>
  tpu.sem_signal %b, %i1 device_id %me : memref<!tpu.semaphore, #sem_mem>
  // expected-error@+1 {{T0608}}
  tpu.sem_wait %b, %i2 : memref<!tpu.semaphore, #sem_mem>
  return
}

// -----

// Twin: an operand may be signalled by others.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%sem: memref<!tpu.semaphore, #sem_mem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  tpu.sem_wait %sem, %i1 : memref<!tpu.semaphore, #sem_mem>
  return
}

// -----

// Twin: a barrier with as many signals as waits.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %me = tpu.device_id : i32
  %b = tpu.sem_barrier : memref<!tpu.semaphore, #sem_mem>
  tpu.sem_signal %b, %i1 device_id %me : memref<!tpu.semaphore, #sem_mem>
  tpu.sem_signal %b, %i1 device_id %i1 : memref<!tpu.semaphore, #sem_mem>
  tpu.sem_wait %b, %i2 : memref<!tpu.semaphore, #sem_mem>
  return
}
