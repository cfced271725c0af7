// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Joined arrays are alike but for the dimension they are joined along.

// Rows of two lengths.
func.func @kernel(%v: vector<8x128xf32>, %w: vector<8x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0273}}
  %r = "tpu.concatenate"(%v, %w) <{dimension = 0 : i32}> : (vector<8x128xf32>, vector<8x64xf32>) -> vector<16x128xf32>
  return
}

// -----

// Another rank.
func.func @kernel(%v: vector<8x128xf32>, %w: vector<8xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0273}}
  %r = "tpu.concatenate"(%v, %w) <{dimension = 0 : i32}> : (vector<8x128xf32>, vector<8xf32>) -> vector<16x128xf32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x128xf32>, %w: vector<8x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = "tpu.concatenate"(%v, %w) <{dimension = 1 : i32}> : (vector<8x128xf32>, vector<8x64xf32>) -> vector<8x192xf32>
  return
}
