// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A dimension that an operation names is there.

// Dimension 2 of two.
func.func @kernel(%v: vector<8x128xf32>, %a: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0265}}
  %r = tpu.dynamic_rotate %v by %a dim 2 : vector<8x128xf32>, i32 -> vector<8x128xf32>
  // expected-error@+1 {{T0265}}
  %s = tpu.iota {dimensions = array<i32: 2>} : vector<8x128xi32>
  // expected-error@+1 {{T0265}}
  %t = tpu.transpose %v, [2, 0] : vector<8x128xf32> -> vector<128x8xf32>
  return
}

// -----

// A stride along a dimension that is not there.
func.func @kernel(%v: vector<8x128xf32>, %a: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0265}}
  %r = tpu.dynamic_rotate %v by %a dim 1 {stride = 1 : si32, stride_dimension = 2 : si32} : vector<8x128xf32>, i32 -> vector<8x128xf32>
  return
}

// -----

// Joined along the third of one.
func.func @kernel(%v: vector<8xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0265}}
  %r = "tpu.concatenate"(%v, %v) <{dimension = 3 : i32}> : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<8x128xf32>, %a: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.dynamic_rotate %v by %a dim 1 : vector<8x128xf32>, i32 -> vector<8x128xf32>
  %s = tpu.iota {dimensions = array<i32: 1>} : vector<8x128xi32>
  %t = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<128x8xf32>
  return
}
