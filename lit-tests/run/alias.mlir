// An output that shares its input's memory: what the kernel does not write keeps the input's values.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[32,128]: i' 'out0=f32[32,128]: -i if 8 <= i < 16 else i'
// RUN: tessera run %s --outputs 1 --alias 0=0 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 4096 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @negate_one_block(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 1>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @second, window_bounds = array<i64: 8, 128>}, {transform_indices = @second, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = arith.negf %0 : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @second(%i: i32) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  return %c1, %i : i32, i32
}
