// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A bitcast rescales tiles with the elements.

// Half as high.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xi32, #tpu.tiled<(8,128),[1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0535}}
  %r = tpu.memref_bitcast %b : memref<8x128xi32, #tpu.tiled<(8,128),[1,1]>, #vmem> -> memref<16x128xi16, #tpu.tiled<(8,128),[1,1]>, #vmem>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xi32, #tpu.tiled<(8,128),[1,1]>, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_bitcast %b : memref<8x128xi32, #tpu.tiled<(8,128),[1,1]>, #vmem> -> memref<16x128xi16, #tpu.tiled<(16,128),[1,1]>, #vmem>
  return
}
