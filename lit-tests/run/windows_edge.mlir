// Blocks that stick out of the array: 20 rows in blocks of 16, 200 columns in blocks of 128.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[20,200]: 200*i + j' 'out0=f32[20,200]: in0[i, j] + 1'
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 4000 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @add_one(%i: i32, %j: i32, %x: memref<16x128xf32, #vmem>, %o: memref<16x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<parallel>], iteration_bounds = array<i64: 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @block, window_bounds = array<i64: 16, 128>}, {transform_indices = @block, window_bounds = array<i64: 16, 128>}]} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<16x128xf32, #vmem>, vector<16x128xf32>
  %one = arith.constant dense<1.0> : vector<16x128xf32>
  %1 = arith.addf %0, %one : vector<16x128xf32>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<16x128xf32, #vmem>, vector<16x128xf32>,
  return
}
func.func @block(%i: i32, %j: i32) -> (i32, i32) {
  return %i, %j : i32, i32
}
