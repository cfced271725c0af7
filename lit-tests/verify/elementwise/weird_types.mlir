// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// `is_finite` asks about f32 and answers with bools.

// bf16 in.
func.func @kernel(%v: vector<8x128xbf16>, %x: bf16) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0241}}
  %r = tpu.weird %v : vector<8x128xbf16> -> vector<8x128xi1>
  // expected-error@+1 {{T0241}}
  %s = tpu.weird %x : bf16 -> i1
  return
}

// -----

// Bytes out.
func.func @kernel(%v: vector<8x128xf32>, %x: f32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0241}}
  %r = tpu.weird %v : vector<8x128xf32> -> vector<8x128xi8>
  // expected-error@+1 {{T0241}}
  %s = tpu.weird %x : f32 -> i8
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<8x128xf32>, %x: f32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.weird %v : vector<8x128xf32> -> vector<8x128xi1>
  %s = tpu.weird %x : f32 -> i1
  return
}
