// Windows placed by element offsets overlap, and pads give them room at both ends.
// Three neighbours are added; what lies outside the array is masked away by the body.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[32,128]: 128*i + j' \
// RUN:   'out0=f32[32,128]: sum(in0[r, j] for r in (i - 1, i, i + 1) if 0 <= r < 32)'
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 4096 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @neighbours(%i: i32, %x: memref<10x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 4>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @offset, window_bounds = array<i64: 10, 128>, window_kind = #tpu.element_window<[1, 0], [1, 0]>}, {transform_indices = @block, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<10x128xf32, #vmem>, vector<10x128xf32>
  %row = tpu.iota {dimensions = array<i32: 0>} : vector<10x128xi32>
  %c8 = arith.constant 8 : i32
  %first = arith.muli %i, %c8 : i32
  %start = vector.broadcast %first : i32 to vector<10x128xi32>
  %at = arith.addi %row, %start : vector<10x128xi32>
  %low = arith.constant dense<1> : vector<10x128xi32>
  %high = arith.constant dense<33> : vector<10x128xi32>
  %not_low = arith.cmpi sge, %at, %low : vector<10x128xi32>
  %not_high = arith.cmpi slt, %at, %high : vector<10x128xi32>
  %inside = arith.andi %not_low, %not_high : vector<10x128xi1>
  %zero = arith.constant dense<0.0> : vector<10x128xf32>
  %1 = arith.select %inside, %0, %zero : vector<10x128xi1>, vector<10x128xf32>
  %above = vector.extract_strided_slice %1 {offsets = [0, 0], sizes = [8, 128], strides = [1, 1]} : vector<10x128xf32> to vector<8x128xf32>
  %here = vector.extract_strided_slice %1 {offsets = [1, 0], sizes = [8, 128], strides = [1, 1]} : vector<10x128xf32> to vector<8x128xf32>
  %below = vector.extract_strided_slice %1 {offsets = [2, 0], sizes = [8, 128], strides = [1, 1]} : vector<10x128xf32> to vector<8x128xf32>
  %2 = arith.addf %above, %here : vector<8x128xf32>
  %3 = arith.addf %2, %below : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %3 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @offset(%i: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.muli %i, %c8 : i32
  return %0, %c0 : i32, i32
}
func.func @block(%i: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  return %i, %c0 : i32, i32
}
