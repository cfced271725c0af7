// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A slice has one start for each dimension, and keeps them all.

// One start for two dimensions.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0523}}
  %r = tpu.memref_slice %b[%i] : memref<64x128xf32, #hbm> -> memref<8x128xf32, #hbm>
  return
}

// -----

// A dimension dropped.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0523}}
  %r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32, #hbm> -> memref<128xf32, #hbm>
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32, #hbm> -> memref<1x128xf32, #hbm>
  return
}
