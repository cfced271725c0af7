// A kernel without its call: how many outputs there are is assumed and said, and a shape that cannot be is asked for.
//
// RUN: split-file %s %t.d
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[8,128]: i' 'out0=f32[8,128]: 2*i'
// RUN: tessera run %t.d/whole.mlir --inputs %t --expect %t 2> %t.notes | FileCheck --check-prefix=VALUES %s
// RUN: FileCheck --check-prefix=NOTE %s < %t.notes
// RUN: tessera run %t.d/whole.mlir --inputs %t --outputs 1 2> %t.said
// RUN: FileCheck --check-prefix=TOLD %s < %t.said
// RUN: %{python} %S/Inputs/make.py %t.in 'in0=f32[16,128]: i'
// RUN: %exits 2 tessera run %t.d/blocks.mlir --inputs %t.in --outputs 1 2>&1 | FileCheck --check-prefix=SHAPE %s
// RUN: %exits 2 tessera run %t.d/whole.mlir --outputs 1 2>&1 | FileCheck --check-prefix=MISSING %s

// VALUES: out0: all 1024 elements as expected
// NOTE: note: the kernel stands alone
// NOTE: note: {{.*}}1 of 2 arrays are outputs
// TOLD: note: the kernel stands alone
// TOLD-NOT: arrays are outputs
// SHAPE: shape of output 0
// MISSING: no tensor in0

//--- whole.mlir
#vmem = #tpu.memory_space<vmem>
func.func @double(%x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = arith.addf %0, %0 : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

//--- blocks.mlir
#vmem = #tpu.memory_space<vmem>
func.func @copy(%i: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @block, window_bounds = array<i64: 8, 128>}, {transform_indices = @block, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %0 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @block(%i: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  return %i, %c0 : i32, i32
}
