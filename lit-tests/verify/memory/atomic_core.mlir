// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Atomic updates go to a vector subcore.

// On a scalar subcore.
#smem = #tpu.memory_space<smem>

func.func @kernel(%b: memref<4xi32, #smem>, %i: i32) attributes {tpu.core_type = #tpu.core_type<sc_scalar_subcore>} {
  // expected-error@+1 {{T0514}}
  %r = tpu.fetch_and_add_sync %b[%i], %i, %i : memref<4xi32, #smem>, i32 -> i32
  return
}

// -----

// On a TensorCore.
#smem = #tpu.memory_space<smem>

func.func @kernel(%b: memref<4xi32, #smem>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0514}}
  %r = tpu.fetch_and_add_sync %b[%i], %i, %i : memref<4xi32, #smem>, i32 -> i32
  return
}

// -----

// The twin.
#smem = #tpu.memory_space<smem>

func.func @kernel(%b: memref<4xi32, #smem>, %i: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %r = tpu.fetch_and_add_sync %b[%i], %i, %i : memref<4xi32, #smem>, i32 -> i32
  return
}
