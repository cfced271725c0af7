// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Packed words are as wide as what goes into them.

// Into i16.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0284}}
  %r = tpu.pack_elementwise %v, %v {target_type = bf16} : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xi16>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.pack_elementwise %v, %v {target_type = bf16} : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xi32>
  return
}
