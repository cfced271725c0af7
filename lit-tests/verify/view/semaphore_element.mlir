// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Semaphore memory holds semaphores.

// Numbers.
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%b: memref<4xi32, #sem_mem>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0522}}
  %r = tpu.memref_slice %b[%i] : memref<4xi32, #sem_mem> -> memref<1xi32, #sem_mem>
  return
}

// -----

// The twin.
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%b: memref<4x!tpu.dma_semaphore, #sem_mem>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_slice %b[%i] : memref<4x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
  return
}
