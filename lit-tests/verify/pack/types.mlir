// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Packing goes between f32 and bf16, and between integers.

// f16.
func.func @kernel(%v: vector<8x128xi32>, %w: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0285}}
  %r = tpu.unpack_elementwise %v, 0 {source_type = f16} : vector<8x128xi32> -> vector<8x128xf32>
  // expected-error@+1 {{T0285}}
  %s = tpu.pack_elementwise %w, %w {target_type = f16} : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xi32>
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.unpack_elementwise %v, 0 {source_type = bf16} : vector<8x128xi32> -> vector<8x128xf32>
  %s = tpu.unpack_elementwise %v, 3 {source_type = i8} : vector<8x128xi32> -> vector<8x128xi32>
  return
}
