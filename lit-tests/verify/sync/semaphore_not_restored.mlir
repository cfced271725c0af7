// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// A semaphore ends where it started.

// Two up, one down.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%o: memref<8x128xf32, #vmem>, %sem: memref<!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  // expected-error@+1 {{T0607}}
  tpu.sem_signal %sem, %i2 : memref<!tpu.semaphore, #sem_mem>
  tpu.sem_wait %sem, %i1 : memref<!tpu.semaphore, #sem_mem>
  return
}

// -----

// Every device signals a neighbour, and nobody waits for it.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%o: memref<8x128xf32, #vmem>, %sem: memref<!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %me = tpu.device_id : i32
  %to = arith.remsi %me, %i2 : i32
  // expected-error@+1 {{T0607}}
  tpu.sem_signal %sem, %i1 device_id %to : memref<!tpu.semaphore, #sem_mem>
  return
}

// -----

// Twin: two up, two down, one of them late.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%o: memref<8x128xf32, #vmem>, %sem: memref<!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  tpu.sem_signal %sem, %i2 : memref<!tpu.semaphore, #sem_mem>
  tpu.sem_wait %sem, %i1 : memref<!tpu.semaphore, #sem_mem>
  tpu.sem_wait %sem, %i1 : memref<!tpu.semaphore, #sem_mem>
  return
}

// -----

// Twin: some devices send and others wait.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%o: memref<8x128xf32, #vmem>, %sem: memref<!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %i1 = arith.constant 1 : i32
  %i2 = arith.constant 2 : i32
  %i0 = arith.constant 0 : i32
  %me = tpu.device_id : i32
  %p = arith.cmpi eq, %me, %i0 : i32
  scf.if %p {
    tpu.sem_signal %sem, %i1 device_id %i1 : memref<!tpu.semaphore, #sem_mem>
  } else {
    tpu.sem_wait %sem, %i1 : memref<!tpu.semaphore, #sem_mem>
  }
  return
}
