// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// What moves elements or views them does not convert them.

// A transpose that converts.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0232}}
  %r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<128x8xi32>
  return
}

// -----

// Two element types joined.
func.func @kernel(%v: vector<8x128xf32>, %w: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0232}}
  %r = "tpu.concatenate"(%v, %w) <{dimension = 0 : i32}> : (vector<8x128xf32>, vector<8x128xi32>) -> vector<16x128xf32>
  return
}

// -----

// A slice that converts.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0232}}
  %r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32, #hbm> -> memref<8x128xi32, #hbm>
  return
}

// -----

// The twins.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%v: vector<8x128xf32>, %b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<128x8xf32>
  %s = tpu.memref_slice %b[%i, %i] : memref<64x128xf32, #hbm> -> memref<8x128xf32, #hbm>
  return
}
