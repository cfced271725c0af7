// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// The result of an index reduction has the shape that is left.

// The reduced dimension kept, with size 1.
func.func @kernel(%v: vector<16x256xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0258}}
  %r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16x1xi32>
  return
}

// -----

// The wrong dimension dropped.
func.func @kernel(%v: vector<16x256xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0258}}
  %r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<256xi32>
  // expected-error@+1 {{T0258}}
  %s = tpu.all_reduce %v {dim = 1 : i64, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16x1xi32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<16x256xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16xi32>
  return
}
