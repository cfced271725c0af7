// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Tiles have no more dimensions than what they cover.

// Two for one.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64xf32, #tpu.tiled<(8,128),[1]>, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0526}}
  %r = tpu.memref_slice %b[%i] : memref<64xf32, #tpu.tiled<(8,128),[1]>, #hbm> -> memref<8xf32, #tpu.tiled<(8,128),[1]>, #hbm>
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<512xf32, #tpu.tiled<(128),[1]>, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_slice %b[%i] : memref<512xf32, #tpu.tiled<(128),[1]>, #hbm> -> memref<128xf32, #tpu.tiled<(128),[1]>, #hbm>
  return
}
