// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Stochastic rounding has a few target types.

// f16 is none of them.
func.func @kernel(%v: vector<8x128xf32>, %b: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0243}}
  %r = tpu.stochastic_convert_elementwise %v, %b {dst_type = f16} : vector<8x128xf32>, vector<8x128xi32> -> vector<8x128xi32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x128xf32>, %b: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.stochastic_convert_elementwise %v, %b {dst_type = bf16} : vector<8x128xf32>, vector<8x128xi32> -> vector<8x128xi32>
  return
}
