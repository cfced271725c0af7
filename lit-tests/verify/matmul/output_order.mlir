// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A product has batches first, then the left side's dimensions, then the right side's.

// The right side first.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0295}}
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [1, 1, 0, 0], [], []>, transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
  return
}

// -----

// Half a pair.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0295}}
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1], [], []>, transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
  return
}

// -----

// The twin.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>, transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
  return
}
