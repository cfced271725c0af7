// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Single numbers are read and written in SMEM.

// Into VMEM.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %x: f32, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0513}}
  memref.store %x, %b[%i, %i] : memref<8x128xf32, #vmem>
  return
}

// -----

// From a semaphore.
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%s: memref<!tpu.semaphore, #sem_mem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0513}}
  %r = memref.load %s[] : memref<!tpu.semaphore, #sem_mem>
  return
}

// -----

// The twin.
#smem = #tpu.memory_space<smem>

func.func @kernel(%b: memref<8x128xf32, #smem>, %x: f32, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  memref.store %x, %b[%i, %i] : memref<8x128xf32, #smem>
  %r = memref.load %b[%i, %i] : memref<8x128xf32, #smem>
  return
}
