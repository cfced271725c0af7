// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// `argmax` works on arrays of two or more dimensions.

// One dimension.
func.func @kernel(%v: vector<256xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0257}}
  %r = tpu.reduce_index %v {axis = 0 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<256xf32> -> vector<1xi32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<1x256xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<1x256xf32> -> vector<1xi32>
  return
}
