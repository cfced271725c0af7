// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// An output block is not left and visited again.

// Row j of the output at every i.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

// expected-error@+1 {{T0610}}
func.func @kernel(%i: i32, %j: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>, #tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @inputs, window_bounds = array<i64: 8, 128>}, {transform_indices = @outputs, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @inputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %r = arith.muli %i, %two : i32
  %s = arith.addi %r, %j : i32
  return %s, %z : i32, i32
}
func.func @outputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %j, %z : i32, i32
}

// -----

// Twin: all steps of a block follow each other.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%i: i32, %j: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>, #tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @inputs, window_bounds = array<i64: 8, 128>}, {transform_indices = @outputs, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @inputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %r = arith.muli %i, %two : i32
  %s = arith.addi %r, %j : i32
  return %s, %z : i32, i32
}
func.func @outputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}
