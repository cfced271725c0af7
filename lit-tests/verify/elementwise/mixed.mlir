// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// An elementwise operation gives one element for each it takes.

// A number in, an array out.
func.func @kernel(%x: f32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0240}}
  %r = tpu.extf %x : f32 -> vector<8xf64>
  return
}

// -----

// Two shapes.
func.func @kernel(%v: vector<8x128xbf16>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0240}}
  %r = tpu.extf %v : vector<8x128xbf16> -> vector<16x128xf32>
  return
}

// -----

// Nothing in.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0240}}
  %r = "tpu.pack_elementwise"() <{target_type = bf16}> : () -> vector<8x128xi32>
  return
}

// -----

// The twins.
func.func @kernel(%x: f32, %v: vector<8x128xbf16>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.extf %x : f32 -> f64
  %s = tpu.extf %v : vector<8x128xbf16> -> vector<8x128xf32>
  return
}
