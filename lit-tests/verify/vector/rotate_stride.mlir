// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A strided rotation says how far and along what.

// A stride along nothing.
func.func @kernel(%v: vector<8x128xf32>, %a: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0267}}
  %r = tpu.dynamic_rotate %v by %a dim 1 {stride = 1 : si32} : vector<8x128xf32>, i32 -> vector<8x128xf32>
  // expected-error@+1 {{T0267}}
  %s = tpu.dynamic_rotate %v by %a dim 1 {stride_dimension = 0 : si32} : vector<8x128xf32>, i32 -> vector<8x128xf32>
  return
}

// -----

// Backwards.
func.func @kernel(%v: vector<8x128xf32>, %a: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0267}}
  %r = tpu.dynamic_rotate %v by %a dim 1 {stride = -1 : si32, stride_dimension = 0 : si32} : vector<8x128xf32>, i32 -> vector<8x128xf32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x128xf32>, %a: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.dynamic_rotate %v by %a dim 1 {stride = 1 : si32, stride_dimension = 0 : si32} : vector<8x128xf32>, i32 -> vector<8x128xf32>
  return
}
