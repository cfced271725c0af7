// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A reshape keeps the tiles.

// Other tiles.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<4x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0531}}
  %r = tpu.memref_reshape %b : memref<4x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem> -> memref<32x128xf32, #tpu.tiled<(4,128),[1,1]>, #vmem>
  return
}

// -----

// Tiles of one dimension.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<4x8x128xf32, #tpu.tiled<(128),[8,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0531}}
  %r = tpu.memref_reshape %b : memref<4x8x128xf32, #tpu.tiled<(128),[8,1,1]>, #vmem> -> memref<32x128xf32, #tpu.tiled<(128),[1,1]>, #vmem>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<4x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_reshape %b : memref<4x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem> -> memref<32x128xf32, #tpu.tiled<(8,128),[1,1]>, #vmem>
  return
}
