// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Operands and results that stand for the same thing have the same type.

// A result of another shape.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0230}}
  %r = tpu.reciprocal %v : vector<8x128xf32> -> vector<16x128xf32>
  return
}

// -----

// A rotation that would cut.
func.func @kernel(%v: vector<8x128xf32>, %a: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0230}}
  %r = tpu.dynamic_rotate %v by %a dim 1 : vector<8x128xf32>, i32 -> vector<8x64xf32>
  return
}

// -----

// An accumulator of another type.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0230}}
  %r = tpu.matmul %a, %b, %c {transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xi32>
  return
}

// -----

// Sources of two types.
func.func @kernel(%a: vector<16xf32>, %b: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0230}}
  %r = "tpu.pack_subelements"(%a, %b) <{pack_format = #tpu.pack_format<interleaved>, positions = array<i32: 0, 1>}> : (vector<16xf32>, vector<16xi32>) -> vector<32xbf16>
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<8x128xf32>, %a: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.reciprocal %v : vector<8x128xf32> -> vector<8x128xf32>
  %s = tpu.dynamic_rotate %v by %a dim 1 : vector<8x128xf32>, i32 -> vector<8x128xf32>
  return
}
