// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// What is unpacked was there.

// The third half.
func.func @kernel(%v: vector<32xbf16>, %w: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0282}}
  %r = tpu.unpack_subelements %v, 2 {pack_format = #tpu.pack_format<interleaved>} : vector<32xbf16> -> vector<16xf32>
  // expected-error@+1 {{T0282}}
  %s = tpu.unpack_elementwise %w, 2 {source_type = bf16} : vector<8x128xi32> -> vector<8x128xf32>
  return
}

// -----

// Narrowing.
func.func @kernel(%v: vector<16xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0282}}
  %r = tpu.unpack_subelements %v, 0 {pack_format = #tpu.pack_format<interleaved>} : vector<16xf32> -> vector<32xbf16>
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<32xbf16>, %w: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.unpack_subelements %v, 1 {pack_format = #tpu.pack_format<interleaved>} : vector<32xbf16> -> vector<16xf32>
  %s = tpu.unpack_elementwise %w, 1 {source_type = bf16} : vector<8x128xi32> -> vector<8x128xf32>
  return
}
