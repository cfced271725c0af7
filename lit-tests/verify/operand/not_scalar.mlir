// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Indices, amounts and ids are single numbers of the right width.

// A slice indexed by `index`.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0222}}
  %r = "tpu.memref_slice"(%b, %i, %i) <{operandSegmentSizes = array<i32: 1, 2, 0>}> : (memref<64x128xf32, #hbm>, index, index) -> memref<8x128xf32, #hbm>
  return
}

// -----

// A rotation by an array.
func.func @kernel(%v: vector<8x128xf32>, %a: vector<8x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0222}}
  %r = tpu.dynamic_rotate %v by %a dim 1 : vector<8x128xf32>, vector<8x128xi32> -> vector<8x128xf32>
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32, #hbm> -> memref<8x128xf32, #hbm>
  return
}
