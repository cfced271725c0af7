// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Products are added up in 32 bits.

// In bf16.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xbf16>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0290}}
  %r = tpu.matmul %a, %b, %c {transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xbf16> -> vector<16x64xbf16>
  return
}

// -----

// The twin.
func.func @kernel(%a: vector<16x32xbf16>, %b: vector<32x64xbf16>, %c: vector<16x64xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.matmul %a, %b, %c {transpose_lhs_hint = false} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
  return
}
