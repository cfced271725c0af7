// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Each packed source has a place of its own.

// One for two.
func.func @kernel(%v: vector<16xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0281}}
  %r = tpu.pack_subelements %v, %v {pack_format = #tpu.pack_format<interleaved>, positions = array<i32: 0>} : vector<16xf32>, vector<16xf32> -> vector<32xbf16>
  return
}

// -----

// Both to one place.
func.func @kernel(%v: vector<16xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0281}}
  %r = tpu.pack_subelements %v, %v {pack_format = #tpu.pack_format<interleaved>, positions = array<i32: 1, 1>} : vector<16xf32>, vector<16xf32> -> vector<32xbf16>
  return
}

// -----

// A place beyond the word.
func.func @kernel(%v: vector<16xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0281}}
  %r = tpu.pack_subelements %v, %v {pack_format = #tpu.pack_format<interleaved>, positions = array<i32: 0, 2>} : vector<16xf32>, vector<16xf32> -> vector<32xbf16>
  return
}

// -----

// No source.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0281}}
  %r = "tpu.pack_subelements"() <{pack_format = #tpu.pack_format<interleaved>, positions = array<i32>}> : () -> vector<32xbf16>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<16xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.pack_subelements %v, %v {pack_format = #tpu.pack_format<interleaved>, positions = array<i32: 0, 1>} : vector<16xf32>, vector<16xf32> -> vector<32xbf16>
  return
}
