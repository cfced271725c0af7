// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A squeeze leaves tiles whole.

// One row of a tile of eight.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x1x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0528}}
  %r = tpu.memref_squeeze %b : memref<8x1x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem> -> memref<8x128xf32, #tpu.tiled<(8,128),[1,1]>, #vmem>
  return
}

// -----

// Tiles that are cut further.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x1x128xbf16, #tpu.tiled<(8,128)(2,1),[1,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0528}}
  %r = tpu.memref_squeeze %b : memref<8x1x128xbf16, #tpu.tiled<(8,128)(2,1),[1,1,1]>, #vmem> -> memref<8x128xbf16, #tpu.tiled<(8,128)(2,1),[1,1]>, #vmem>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x1x128xf32, #tpu.tiled<(1,128),[1,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_squeeze %b : memref<8x1x128xf32, #tpu.tiled<(1,128),[1,1,1]>, #vmem> -> memref<8x128xf32, #tpu.tiled<(1,128),[1,1]>, #vmem>
  return
}
