// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A slice is taken of a ref whose sizes are known.

// A row count known at run time.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<?x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0520}}
  %r = tpu.memref_slice %b[%i, %i] : memref<?x128xf32, #hbm> -> memref<8x128xf32, #hbm>
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32, #hbm> -> memref<8x128xf32, #hbm>
  return
}
