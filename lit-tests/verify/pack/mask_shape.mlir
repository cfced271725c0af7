// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A mask cast keeps sublanes and lanes.

// More sublanes.
func.func @kernel(%m: vector<8x128xi1>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0286}}
  %r = tpu.mask_cast %m : vector<8x128xi1> -> vector<16x128xi1>
  return
}

// -----

// The twin.
func.func @kernel(%m: vector<8x128xi1>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.mask_cast %m : vector<8x128xi1> -> vector<8x128x2xi1>
  return
}
