// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A view of a tiled ref is tiled.

// Tiles lost in a slice.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #tpu.tiled<(8,128),[1,1]>, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0525}}
  %r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32, #tpu.tiled<(8,128),[1,1]>, #hbm> -> memref<8x128xf32, #hbm>
  return
}

// -----

// In a squeeze and a reshape.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<1x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0525}}
  %r = tpu.memref_squeeze %b : memref<1x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem> -> memref<8x128xf32, #vmem>
  // expected-error@+1 {{T0525}}
  %s = tpu.memref_reshape %b : memref<1x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem> -> memref<8x128xf32, #vmem>
  return
}

// -----

// Tiles out of nowhere.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0525}}
  %r = tpu.memref_bitcast %b : memref<8x128xi32, #vmem> -> memref<16x128xi16, #tpu.tiled<(8,128),[1,1]>, #vmem>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<1x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_squeeze %b : memref<1x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem> -> memref<8x128xf32, #tpu.tiled<(8,128),[1,1]>, #vmem>
  return
}
