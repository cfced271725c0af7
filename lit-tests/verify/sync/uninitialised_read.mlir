// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// Scratch and output blocks are written before they are read.

// An accumulator that nobody clears.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>, %acc: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @inputs, window_bounds = array<i64: 8, 128>}, {transform_indices = @outputs, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{T0613}}
  %a = vector.load %acc[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %v = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %s = arith.addf %a, %v : vector<8x128xf32>
  tpu.vector_store %acc[%c0, %c0], %s {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.vector_store %o[%c0, %c0], %s {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @inputs(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}
func.func @outputs(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %z, %z : i32, i32
}

// -----

// Twin: cleared in the first step.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>, %acc: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @inputs, window_bounds = array<i64: 8, 128>}, {transform_indices = @outputs, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %first = arith.cmpi eq, %i, %i0 : i32
  scf.if %first {
    %zero = arith.constant dense<0.0> : vector<8x128xf32>
  tpu.vector_store %acc[%c0, %c0], %zero {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  }
  %a = vector.load %acc[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %v = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %s = arith.addf %a, %v : vector<8x128xf32>
  tpu.vector_store %acc[%c0, %c0], %s {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.vector_store %o[%c0, %c0], %s {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @inputs(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}
func.func @outputs(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %z, %z : i32, i32
}
