// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A concatenation or repetition is as long as its parts together.

// As long as one.
func.func @kernel(%v: vector<8xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0274}}
  %r = "tpu.concatenate"(%v, %v) <{dimension = 0 : i32}> : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  return
}

// -----

// Two copies in the room of one.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0274}}
  %r = tpu.repeat %v, 1 x 2 : vector<8x128xf32> -> vector<8x128xf32>
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = "tpu.concatenate"(%v, %v) <{dimension = 0 : i32}> : (vector<8x128xf32>, vector<8x128xf32>) -> vector<16x128xf32>
  %s = tpu.repeat %v, 1 x 2 : vector<8x128xf32> -> vector<8x256xf32>
  return
}
