// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// The reciprocal is computed in f32.

// In bf16.
func.func @kernel(%v: vector<8x128xbf16>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0242}}
  %r = tpu.reciprocal %v : vector<8x128xbf16> -> vector<8x128xbf16>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.reciprocal %v {approx = true} : vector<8x128xf32> -> vector<8x128xf32>
  return
}
