// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Scratch of a TensorCore kernel is on the core.

// In HBM.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

// expected-error@+1 {{T0657}}
func.func @kernel(%x: memref<8x128xf32, #vmem>, %h: memref<8x128xf32, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x128xf32, #vmem>, %h: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  return
}
