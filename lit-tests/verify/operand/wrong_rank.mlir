// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Registers and masks have a fixed number of dimensions.

// A matrix unit gives matrices.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0224}}
  %r = tpu.matmul_pop 0 {mxu_index = 0 : i32} : vector<8x8x128xf32>
  return
}

// -----

// A register mask with four dimensions.
func.func @kernel(%a: vector<1x8x128x2xi1>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0224}}
  %r = tpu.pack_vmsk %a, %a {positions = array<i32: 0, 1>} : vector<1x8x128x2xi1>, vector<1x8x128x2xi1> -> vector<8x128x2xi1>
  return
}

// -----

// The twin.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.matmul_pop 0 {mxu_index = 0 : i32} : vector<8x128xf32>
  return
}
