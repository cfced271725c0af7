// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// An index fits the integer it comes in.

// One more than i16 can count.
func.func @kernel(%v: vector<8x65537xbf16>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0256}}
  %r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<8x65537xbf16> -> vector<8xi16>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x65536xbf16>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<8x65536xbf16> -> vector<8xi16>
  return
}
