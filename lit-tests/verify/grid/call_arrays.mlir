// A call hands over as many arrays as its kernel takes.

// RUN: %{python} %S/Inputs/call.py %s '(tensor<16x100xf32>, tensor<16x100xf32>) -> tensor<16x100xf32>' > %t.wrong.mlir
// RUN: %exits 1 tessera check %t.wrong.mlir | FileCheck %s
// The twin.
// RUN: %{python} %S/Inputs/call.py %s '(tensor<16x100xf32>) -> tensor<16x100xf32>' > %t.right.mlir
// RUN: %exits 0 tessera check %t.right.mlir

// CHECK: error[T0658]
// CHECK: 1 error

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%i: i32, %x: memref<8x100xf32, #vmem>, %o: memref<8x100xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @map, window_bounds = array<i64: 8, 100>}, {transform_indices = @map, window_bounds = array<i64: 8, 100>}]} {
  return
}
func.func @map(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}
