// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A logged buffer is printed in a shape of its own rank.

// One size for two dimensions.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0217}}
  tpu.log_buffer "t" {shape = array<i64: 8>} : %b : memref<8x128xf32, #vmem>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  tpu.log_buffer "t" {shape = array<i64: 8, 128>} : %b : memref<8x128xf32, #vmem>
  return
}
