// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A reshape of a tiled ref does not cut tiles.

// Half-filled tiles.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<3x4x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0533}}
  %r = tpu.memref_reshape %b : memref<3x4x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem> -> memref<12x128xf32, #tpu.tiled<(8,128),[1,1]>, #vmem>
  return
}

// -----

// Another last dimension.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x256xf32, #tpu.tiled<(8,128),[2,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0533}}
  %r = tpu.memref_reshape %b : memref<8x256xf32, #tpu.tiled<(8,128),[2,1]>, #vmem> -> memref<16x128xf32, #tpu.tiled<(8,128),[1,1]>, #vmem>
  return
}

// -----

// The twins.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<3x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem>, %c: memref<8x256xf32, #tpu.tiled<(1,128),[2,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_reshape %b : memref<3x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>, #vmem> -> memref<24x128xf32, #tpu.tiled<(8,128),[1,1]>, #vmem>
  %s = tpu.memref_reshape %c : memref<8x256xf32, #tpu.tiled<(1,128),[2,1]>, #vmem> -> memref<16x128xf32, #tpu.tiled<(1,128),[1,1]>, #vmem>
  return
}
