// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A reshape of a ref keeps the number of elements.

// Half of it.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0530}}
  %r = tpu.memref_reshape %b : memref<8x128xf32, #vmem> -> memref<4x128xf32, #vmem>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<4x8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_reshape %b : memref<4x8x128xf32, #vmem> -> memref<32x128xf32, #vmem>
  return
}
