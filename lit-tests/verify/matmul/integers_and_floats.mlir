// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Floats are added up in floats, integers in integers.

// Floats added up in integers.
func.func @kernel(%a: vector<16x32xf32>, %b: vector<32x64xf32>, %c: vector<16x64xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0297}}
  %r = tpu.matmul %a, %b, %c {transpose_lhs_hint = false} : vector<16x32xf32>, vector<32x64xf32>, vector<16x64xi32> -> vector<16x64xi32>
  return
}

// -----

// The twin.
func.func @kernel(%a: vector<16x32xi8>, %b: vector<32x64xi8>, %c: vector<16x64xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.matmul %a, %b, %c {transpose_lhs_hint = false} : vector<16x32xi8>, vector<32x64xi8>, vector<16x64xi32> -> vector<16x64xi32>
  return
}
