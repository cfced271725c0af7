// An output block that several steps work on: it stays where it is until the last of them.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[24,384]: i + 0.25*j' \
// RUN:   'out0=f32[24,128]: in0[i, j] + in0[i, j + 128] + in0[i, j + 256]'
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 3072 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @sum_columns(%i: i32, %k: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 3, 3>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @block, window_bounds = array<i64: 8, 128>}, {transform_indices = @row, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %first = arith.cmpi eq, %k, %c0_i32 : i32
  scf.if %first {
    %zero = arith.constant dense<0.0> : vector<8x128xf32>
    tpu.vector_store %o[%c0, %c0], %zero {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  }
  %sum = vector.load %o[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %part = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %next = arith.addf %sum, %part : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %next {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @block(%i: i32, %k: i32) -> (i32, i32) {
  return %i, %k : i32, i32
}
func.func @row(%i: i32, %k: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  return %i, %c0 : i32, i32
}
