// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Operands left in HBM are not blocked.

// In HBM.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

// expected-error@+1 {{T0655}}
func.func @kernel(%i: i32, %x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @map, window_bounds = array<i64: 8, 128>}, {transform_indices = @map, window_bounds = array<i64: 8, 128>}]} {
  return
}
func.func @map(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%i: i32, %x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{}, {transform_indices = @map, window_bounds = array<i64: 8, 128>}]} {
  return
}
func.func @map(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}
