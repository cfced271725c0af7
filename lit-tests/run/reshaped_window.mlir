// A window whose memory the body sees in another shape: its block lies in one piece, though its rows in the array do not.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[16,256]: 256*i + j' 'out0=f32[16,256]: in0[i, j] * 2'
// RUN: tessera run --no-check %s --outputs 1 --operands 'f32[16,256]' --alias 0=0 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 4096 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @double(%i: i32, %j: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<parallel>], iteration_bounds = array<i64: 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @block, window_bounds = array<i64: 8, 128>}, {transform_indices = @block, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %a = tpu.memref_reshape %x : memref<8x128xf32, #vmem> -> memref<1024xf32, #vmem>
  %b = tpu.memref_reshape %o : memref<8x128xf32, #vmem> -> memref<32x32xf32, #vmem>
  %0 = vector.load %a[%c0] : memref<1024xf32, #vmem>, vector<1024xf32>
  %1 = arith.addf %0, %0 : vector<1024xf32>
  %2 = vector.shape_cast %1 : vector<1024xf32> to vector<32x32xf32>
  tpu.vector_store %b[%c0, %c0], %2 {strides = array<i32>} : memref<32x32xf32, #vmem>, vector<32x32xf32>,
  return
}
func.func @block(%i: i32, %j: i32) -> (i32, i32) {
  return %i, %j : i32, i32
}
