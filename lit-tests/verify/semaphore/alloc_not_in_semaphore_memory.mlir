// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Semaphores are made in semaphore memory; no other memory can hold one.

// An allocation in VMEM, reported once, not at its use.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  "tpu.region"() ({
    %n = arith.constant 1 : i32
    // expected-error@+1 {{T0414}}
    %sem = tpu.sem_alloc : memref<!tpu.semaphore, #vmem>
    tpu.sem_signal %sem, %n : memref<!tpu.semaphore, #vmem>
    "tpu.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

// The barrier semaphore in no stated memory.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0414}}
  %sem = tpu.sem_barrier : memref<!tpu.semaphore>
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  "tpu.region"() ({
    %n = arith.constant 1 : i32
    %sem = tpu.sem_alloc : !reg_sem
    tpu.sem_signal %sem, %n : !reg_sem
    tpu.sem_wait %sem, %n : !reg_sem
    "tpu.yield"() : () -> ()
  }) : () -> ()
  return
}
