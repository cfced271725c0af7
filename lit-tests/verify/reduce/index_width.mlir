// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// The index that `argmax` finds is as wide as what it compares.

// i16 for f32.
func.func @kernel(%v: vector<16x256xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0254}}
  %r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16xi16>
  // expected-error@+1 {{T0254}}
  %s = tpu.all_reduce %v {dim = 1 : i64, kind = #tpu.reduction_kind<arg_min>} : vector<16x256xf32> -> vector<16x256xi16>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<16x256xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16xi32>
  return
}
