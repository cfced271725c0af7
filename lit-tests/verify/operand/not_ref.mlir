// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Loads, stores and views work on refs.

// An array instead of the ref it is stored to.
func.func @kernel(%v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0221}}
  tpu.vector_store %v[%i, %i], %v {strides = array<i32>} : vector<8x128xf32>, vector<8x128xf32>,
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  tpu.vector_store %b[%i, %i], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
