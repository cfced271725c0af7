// A dimension of which a step sees one element: size 1 in the window, taken away by the body.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[3,8,128]: 1024*i + 128*j + k' 'out0=f32[8,3,128]: in0[j, i, k]'
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 3072 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @swap(%i: i32, %x: memref<1x8x128xf32, #vmem>, %o: memref<8x1x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>], iteration_bounds = array<i64: 3>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @first, window_bounds = array<i64: 1, 8, 128>}, {transform_indices = @middle, window_bounds = array<i64: 8, 1, 128>}]} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0, %c0] : memref<1x8x128xf32, #vmem>, vector<1x8x128xf32>
  %1 = vector.shape_cast %0 : vector<1x8x128xf32> to vector<8x128xf32>
  %view = tpu.memref_squeeze %o : memref<8x1x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  tpu.vector_store %view[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @first(%i: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  return %i, %c0, %c0 : i32, i32, i32
}
func.func @middle(%i: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  return %c0, %i, %c0 : i32, i32, i32
}
