// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Each dimension is named once.

// Twice the first.
func.func @kernel(%v: vector<8x128xf32>, %i: vector<8x128xi32>, %a: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0266}}
  %r = tpu.transpose %v, [0, 0] : vector<8x128xf32> -> vector<8x8xf32>
  // expected-error@+1 {{T0266}}
  %s = tpu.iota {dimensions = array<i32: 0, 0>} : vector<8x128xi32>
  // expected-error@+1 {{T0266}}
  %t = tpu.dynamic_gather %v[%i] in [0, 0] : vector<8x128xf32>, vector<8x128xi32> -> vector<8x128xf32>
  // expected-error@+1 {{T0266}}
  %u = tpu.dynamic_rotate %v by %a dim 1 {stride = 1 : si32, stride_dimension = 1 : si32} : vector<8x128xf32>, i32 -> vector<8x128xf32>
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<128x8xf32>
  %s = tpu.iota {dimensions = array<i32: 0, 1>} : vector<8x128xi32>
  return
}
