// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// tpu.sem_alloc makes semaphores, of either kind, and nothing else.

// A float in semaphore memory.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  "tpu.region"() ({
    // expected-error@+1 {{T0412}}
    %sem = tpu.sem_alloc : memref<f32, #sem_mem>
    "tpu.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

// No ref at all; what is done with it is not reported as well.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  "tpu.region"() ({
    %n = arith.constant 1 : i32
    // expected-error@+1 {{T0412}}
    %sem = tpu.sem_alloc : i32
    "tpu.sem_wait"(%sem, %n) : (i32, i32) -> ()
    "tpu.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  "tpu.region"() ({
    %sem = tpu.sem_alloc : memref<2x!tpu.semaphore, #sem_mem>
    %dma_sem = tpu.sem_alloc : memref<!tpu.dma_semaphore, #sem_mem>
    "tpu.yield"() : () -> ()
  }) : () -> ()
  return
}
