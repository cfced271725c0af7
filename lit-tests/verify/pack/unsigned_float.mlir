// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Only integers are unsigned.

// Unsigned bf16.
func.func @kernel(%v: vector<32xbf16>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0283}}
  %r = tpu.unpack_subelements %v, 0 {pack_format = #tpu.pack_format<interleaved>, unsigned_integers = true} : vector<32xbf16> -> vector<16xf32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<32xi16>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.unpack_subelements %v, 0 {pack_format = #tpu.pack_format<interleaved>, unsigned_integers = true} : vector<32xi16> -> vector<16xi32>
  return
}
