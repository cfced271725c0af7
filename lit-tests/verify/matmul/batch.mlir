// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Batch dimensions pair up.

// A batch on one side.
func.func @kernel(%a: vector<2x8x32xbf16>, %b: vector<32x64xbf16>, %c: vector<8x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0294}}
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[2], [0], [1], [1], [0, 1, 1, 1], [0], []>, transpose_lhs_hint = false} : vector<2x8x32xbf16>, vector<32x64xbf16>, vector<8x64xf32> -> vector<8x64xf32>
  return
}

// -----

// Two sizes.
func.func @kernel(%a: vector<2x8x32xbf16>, %b: vector<4x32x64xbf16>, %c: vector<2x8x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0294}}
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[2], [1], [1], [2], [0, 0, 0, 1, 1, 2], [0], [0]>, transpose_lhs_hint = false} : vector<2x8x32xbf16>, vector<4x32x64xbf16>, vector<2x8x64xf32> -> vector<2x8x64xf32>
  return
}

// -----

// The twin.
func.func @kernel(%a: vector<2x8x32xbf16>, %b: vector<2x32x64xbf16>, %c: vector<2x8x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[2], [1], [1], [2], [0, 0, 0, 1, 1, 2], [0], [0]>, transpose_lhs_hint = false} : vector<2x8x32xbf16>, vector<2x32x64xbf16>, vector<2x8x64xf32> -> vector<2x8x64xf32>
  return
}
