// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A bitcast to another width rescales the second-last dimension.

// One dimension.
func.func @kernel(%v: vector<256xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0287}}
  %r = tpu.bitcast %v : vector<256xi32> -> vector<512xi16>
  return
}

// -----

// The wrong dimension grows.
func.func @kernel(%v: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0287}}
  %r = tpu.bitcast %v : vector<8x128xi32> -> vector<8x256xi16>
  return
}

// -----

// Another shape of one width.
func.func @kernel(%v: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0287}}
  %r = tpu.bitcast %v : vector<8x128xi32> -> vector<16x64xf32>
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.bitcast %v : vector<8x128xi32> -> vector<16x128xi16>
  %s = tpu.bitcast %v : vector<8x128xi32> -> vector<8x128xf32>
  return
}
