// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A window is as large as the ref that shows it.

// Twice as many rows.
#vmem = #tpu.memory_space<vmem>

// expected-error@+1 {{T0649}}
func.func @kernel(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @map, window_bounds = array<i64: 16, 128>}, {transform_indices = @map, window_bounds = array<i64: 8, 128>}]} {
  return
}
func.func @map(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}

// -----

// One dimension.
#vmem = #tpu.memory_space<vmem>

// expected-error@+1 {{T0649}}
func.func @kernel(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @map, window_bounds = array<i64: 128>}, {transform_indices = @map, window_bounds = array<i64: 8, 128>}]} {
  return
}
func.func @map(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}

// -----

// No rows.
#vmem = #tpu.memory_space<vmem>

// expected-error@+1 {{T0649}}
func.func @kernel(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @map, window_bounds = array<i64: 0, 128>}, {transform_indices = @map, window_bounds = array<i64: 8, 128>}]} {
  return
}
func.func @map(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @map, window_bounds = array<i64: 8, 128>}, {transform_indices = @map, window_bounds = array<i64: 8, 128>}]} {
  return
}
func.func @map(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}
