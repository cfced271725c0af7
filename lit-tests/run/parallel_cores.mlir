// Steps of a parallel dimension split over cores give what one core gives.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[40,256]: 256*i + j' 'out0=f32[40,256]: 3*in0[i, j]'
// RUN: tessera run %s --outputs 1 --alias 0=0 --inputs %t --expect %t | FileCheck %s
// RUN: tessera run %s --outputs 1 --alias 0=0 --cores 2 --inputs %t --expect %t | FileCheck %s
// RUN: tessera run %s --outputs 1 --alias 0=0 --cores 2 --seed 9 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 10240 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @triple(%i: i32, %j: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 5, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @block, window_bounds = array<i64: 8, 128>}, {transform_indices = @block, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %three = arith.constant dense<3.0> : vector<8x128xf32>
  %1 = arith.mulf %0, %three : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @block(%i: i32, %j: i32) -> (i32, i32) {
  return %i, %j : i32, i32
}
