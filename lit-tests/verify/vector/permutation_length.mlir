// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A permutation names every dimension of input and result.

// Two entries for three dimensions.
func.func @kernel(%v: vector<4x8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0269}}
  %r = tpu.transpose %v, [1, 0] : vector<4x8x128xf32> -> vector<8x4xf32>
  return
}

// -----

// A result of one.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0269}}
  %r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<1024xf32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<4x8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.transpose %v, [0, 2, 1] : vector<4x8x128xf32> -> vector<4x128x8xf32>
  return
}
