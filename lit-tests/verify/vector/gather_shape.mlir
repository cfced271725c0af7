// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A gather changes only what it gathers along.

// Fewer dimensions.
func.func @kernel(%v: vector<4x8x128xf32>, %i: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0271}}
  %r = tpu.dynamic_gather %v[%i] in [0] : vector<4x8x128xf32>, vector<8x128xi32> -> vector<8x128xf32>
  return
}

// -----

// A size that is not gathered along changes.
func.func @kernel(%v: vector<8x64xf32>, %i: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0271}}
  %r = tpu.dynamic_gather %v[%i] in [0] : vector<8x64xf32>, vector<8x128xi32> -> vector<8x128xf32>
  return
}

// -----

// A static gather of row 9 of 8.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0271}}
  %r = tpu.gather %v[[0, 9]] in 0 : vector<8x128xf32> -> vector<2x128xf32>
  // expected-error@+1 {{T0271}}
  %s = tpu.gather %v[[0, 1]] in 0 : vector<8x128xf32> -> vector<8x128xf32>
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<16x128xf32>, %i: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.dynamic_gather %v[%i] in [0] : vector<16x128xf32>, vector<8x128xi32> -> vector<8x128xf32>
  %s = tpu.gather %v[[0, 9]] in 0 : vector<16x128xf32> -> vector<2x128xf32>
  return
}
