// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A slice lies inside what it is taken of.

// Past the end, before the start, and too large.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : i32
  %c60 = arith.constant 60 : i32
  %m = arith.constant -8 : i32
  // expected-error@+1 {{T0536}}
  %r = tpu.memref_slice %b[%c60, %c0] : memref<64x128xf32, #hbm> -> memref<8x128xf32, #hbm>
  // expected-error@+1 {{T0536}}
  %s = tpu.memref_slice %b[%m, %c0] : memref<64x128xf32, #hbm> -> memref<8x128xf32, #hbm>
  // expected-error@+1 {{T0536}}
  %t = tpu.memref_slice %b[%i, %c0] : memref<64x128xf32, #hbm> -> memref<65x128xf32, #hbm>
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : i32
  %c56 = arith.constant 56 : i32
  %r = tpu.memref_slice %b[%c56, %c0] : memref<64x128xf32, #hbm> -> memref<8x128xf32, #hbm>
  return
}
