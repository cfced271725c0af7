// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Each dimension of a product's sides is contracted, kept or a batch.

// A dimension that is not there.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0292}}
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [5], [1], [0, 5, 1, 1], [], []>, transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
  return
}

// -----

// Dimensions named twice, on either side.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0292}}
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [1], [1], [0, 1, 1, 1], [], []>, transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
  return
}

// -----

// On the right.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0292}}
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [0], [0, 0, 1, 0], [], []>, transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
  return
}

// -----

// A dimension in no list.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0292}}
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [], [1], [1, 1], [], []>, transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
  return
}

// -----

// The other way round.
func.func @kernel(%a: vector<2x8x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0292}}
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[2], [0], [1, 0], [1], [0, 1, 0, 0, 1, 1], [], []>, transpose_lhs_hint = false} : vector<2x8x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
  return
}

// -----

// The twin.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>, transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
  return
}
