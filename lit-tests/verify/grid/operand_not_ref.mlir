// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Operands and scratch of a kernel are refs.

// A number.
#vmem = #tpu.memory_space<vmem>

// expected-error@+1 {{T0644}}
func.func @kernel(%n: i32, %x: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  return
}

// -----

// Prefetched into VMEM.
#vmem = #tpu.memory_space<vmem>

// expected-error@+1 {{T0644}}
func.func @kernel(%n: memref<1xi32, #vmem>, %x: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 1 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>

func.func @kernel(%n: memref<1xi32, #smem>, %x: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 1 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  return
}
func.func @map(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}
