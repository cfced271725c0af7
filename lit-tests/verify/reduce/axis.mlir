// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A reduction runs along a dimension that is there.

// Dimension 2 of two.
func.func @kernel(%v: vector<16x256xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0255}}
  %r = tpu.reduce_index %v {axis = 2 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16xi32>
  // expected-error@+1 {{T0255}}
  %s = tpu.all_reduce %v {dim = -1 : i64, kind = #tpu.reduction_kind<sum>} : vector<16x256xf32> -> vector<16x256xf32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<16x256xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16xi32>
  %s = tpu.all_reduce %v {dim = 1 : i64, kind = #tpu.reduction_kind<sum>} : vector<16x256xf32> -> vector<16x256xf32>
  return
}
