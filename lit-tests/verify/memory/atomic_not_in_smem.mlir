// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Atomic updates are of numbers in SMEM.

// In VMEM.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<4xi32, #vmem>, %i: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0515}}
  %r = tpu.fetch_and_add_sync %b[%i], %i, %i : memref<4xi32, #vmem>, i32 -> i32
  return
}

// -----

// The twin.
#smem = #tpu.memory_space<smem>

func.func @kernel(%b: memref<4xi32, #smem>, %i: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %r = tpu.fetch_and_add_sync %b[%i], %i, %i : memref<4xi32, #smem>, i32 -> i32
  return
}
