// Input and output share an array, yet their blocks are memories of their own: what the kernel stores to the output's
// block does not show in the input's.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[16,128]: 128*i + j' \
// RUN:   'out0=f32[16,128]: in0[i - i % 8, j] + in0[i, j]'
// RUN: tessera run %s --outputs 1 --alias 0=0 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 2048 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @add_first_row(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @block, window_bounds = array<i64: 8, 128>}, {transform_indices = @block, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %ones = arith.constant dense<-1.0> : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %ones {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  %first = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<1x128xf32>
  %rows = vector.broadcast %first : vector<1x128xf32> to vector<8x128xf32>
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = arith.addf %0, %rows : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @block(%i: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  return %i, %c0 : i32, i32
}
