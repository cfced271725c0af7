// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Joining takes two arrays or more.

// One.
func.func @kernel(%v: vector<8xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0272}}
  %r = "tpu.concatenate"(%v) <{dimension = 0 : i32}> : (vector<8xf32>) -> vector<8xf32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = "tpu.concatenate"(%v, %v) <{dimension = 0 : i32}> : (vector<8xf32>, vector<8xf32>) -> vector<16xf32>
  return
}
