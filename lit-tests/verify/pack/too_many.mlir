// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// No more is packed than fits.

// Three halves.
func.func @kernel(%v: vector<16xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0280}}
  %r = tpu.pack_subelements %v, %v, %v {pack_format = #tpu.pack_format<interleaved>, positions = array<i32: 0, 1, 2>} : vector<16xf32>, vector<16xf32>, vector<16xf32> -> vector<32xbf16>
  return
}

// -----

// One half, elementwise.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0280}}
  %r = tpu.pack_elementwise %v {target_type = bf16} : vector<8x128xf32> -> vector<8x128xi32>
  return
}

// -----

// Three sources whose positions repeat nothing and reach no further than two.
func.func @kernel(%v: vector<8x128xi1>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0280}}
  %r = tpu.pack_vmsk %v, %v {positions = array<i32: 0, 1>} : vector<8x128xi1>, vector<8x128xi1> -> vector<8x128xi1>
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.pack_elementwise %v, %v {target_type = bf16} : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xi32>
  return
}
