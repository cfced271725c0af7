// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A reshape keeps the number of elements.

// Half of it.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0268}}
  %r = tpu.reshape %v : vector<8x128xf32> -> vector<8x64xf32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.reshape %v : vector<8x128xf32> -> vector<16x64xf32>
  return
}
