// Scalar prefetch: a table in SMEM says which block of the input each step gets; the body reads it too.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=i32[4]: [2, 0, 2, 1][i]' 'in1=f32[24,128]: 128*i + j' \
// RUN:   'out0=f32[32,128]: in1[8*in0[i // 8] + i % 8, j] + 1000*in0[i // 8]'
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 4096 elements as expected

#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>

func.func @pick(%i: i32, %table: memref<4xi32, #smem>, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 4>, scalar_prefetch = 1 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @picked, window_bounds = array<i64: 8, 128>}, {transform_indices = @same, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %at = arith.index_cast %i : i32 to index
  %number = memref.load %table[%at] : memref<4xi32, #smem>
  %thousand = arith.constant 1.0e+03 : f32
  %float = arith.sitofp %number : i32 to f32
  %offset = arith.mulf %float, %thousand : f32
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = vector.broadcast %offset : f32 to vector<8x128xf32>
  %2 = arith.addf %0, %1 : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %2 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @picked(%i: i32, %table: memref<4xi32, #smem>) -> (i32, i32) {
  %at = arith.index_cast %i : i32 to index
  %block = memref.load %table[%at] : memref<4xi32, #smem>
  %c0 = arith.constant 0 : i32
  return %block, %c0 : i32, i32
}
func.func @same(%i: i32, %table: memref<4xi32, #smem>) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  return %i, %c0 : i32, i32
}
