// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A squeeze drops dimensions of size 1, and nothing else.

// A dimension of 2.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<2x8xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0527}}
  %r = tpu.memref_squeeze %b : memref<2x8xf32, #vmem> -> memref<8xf32, #vmem>
  return
}

// -----

// A dimension more.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0527}}
  %r = tpu.memref_squeeze %b : memref<8xf32, #vmem> -> memref<1x8xf32, #vmem>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<1x8x1xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_squeeze %b : memref<1x8x1xf32, #vmem> -> memref<8x1xf32, #vmem>
  return
}
