// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A reshape of a tiled ref takes tiles that lie close.

// A gap.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<4x8x128xf32, #tpu.tiled<(8,128),[3,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0532}}
  %r = tpu.memref_reshape %b : memref<4x8x128xf32, #tpu.tiled<(8,128),[3,1,1]>, #vmem> -> memref<32x128xf32, #tpu.tiled<(8,128),[1,1]>, #vmem>
  return
}

// -----

// The twin: one tile may lie anywhere.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<1x8x128xf32, #tpu.tiled<(8,128),[3,1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_reshape %b : memref<1x8x128xf32, #tpu.tiled<(8,128),[3,1,1]>, #vmem> -> memref<8x128xf32, #tpu.tiled<(8,128),[1,1]>, #vmem>
  return
}
