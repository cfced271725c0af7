// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A transpose gives the permuted shape.

// Not permuted.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0270}}
  %r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<8x128xf32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<128x8xf32>
  return
}
