// A body that stores into an input's block works on a copy: the caller's array, read again later, is as it was.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[8,128]: i + 1' 'out0=f32[24,128]: 10*(i % 8 + 1)'
// RUN: tessera run %s --outputs 1 --operands 'f32[8,128]' --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 3072 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @scale_in_place(%i: i32, %x: memref<4x128xf32, #vmem>, %o: memref<4x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 6>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @again, window_bounds = array<i64: 4, 128>}, {transform_indices = @block, window_bounds = array<i64: 4, 128>}]} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<4x128xf32, #vmem>, vector<4x128xf32>
  %ten = arith.constant dense<1.0e+01> : vector<4x128xf32>
  %1 = arith.mulf %0, %ten : vector<4x128xf32>
  tpu.vector_store %x[%c0, %c0], %1 {strides = array<i32>} : memref<4x128xf32, #vmem>, vector<4x128xf32>,
  %2 = vector.load %x[%c0, %c0] : memref<4x128xf32, #vmem>, vector<4x128xf32>
  tpu.vector_store %o[%c0, %c0], %2 {strides = array<i32>} : memref<4x128xf32, #vmem>, vector<4x128xf32>,
  return
}
func.func @again(%i: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %0 = arith.remsi %i, %two : i32
  return %0, %c0 : i32, i32
}
func.func @block(%i: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  return %i, %c0 : i32, i32
}
