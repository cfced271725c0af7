// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s

// A whole kernel: three steps over a grid, one input and one output, and the
// attributes on its function that say so.

// CHECK: func.func @double(%{{.*}}: i32, %{{.*}}: memref<16x128xf32, #tpu.memory_space<vmem>>, %{{.*}}: memref<16x128xf32, #tpu.memory_space<vmem>>)
// CHECK-SAME: dimension_semantics = [#tpu.dimension_semantics<arbitrary>]
// CHECK-SAME: tpu.core_type = #tpu.core_type<tc>
// CHECK-SAME: pipeline_mode = #tpu.pipeline_mode<synchronous>
// CHECK-SAME: window_kind = #tpu.element_window<[0, 0], [0, 0]>
func.func @double(%step: i32, %x: memref<16x128xf32, #tpu.memory_space<vmem>>, %y: memref<16x128xf32, #tpu.memory_space<vmem>>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 3>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{pipeline_mode = #tpu.pipeline_mode<synchronous>, transform_indices = @x_block, window_bounds = array<i64: 16, 128>}, {transform_indices = @y_block, window_bounds = array<i64: 16, 128>, window_kind = #tpu.element_window<[0, 0], [0, 0]>}]} {
  %c0 = arith.constant 0 : index
  // CHECK: vector.load %{{.*}} : memref<16x128xf32, #tpu.memory_space<vmem>>, vector<16x128xf32>
  %v = vector.load %x[%c0, %c0] : memref<16x128xf32, #tpu.memory_space<vmem>>, vector<16x128xf32>
  %w = arith.addf %v, %v : vector<16x128xf32>
  // CHECK: tpu.vector_store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {strides = array<i32>}
  tpu.vector_store %y[%c0, %c0], %w {strides = array<i32>} : memref<16x128xf32, #tpu.memory_space<vmem>>, vector<16x128xf32>,
  return
}
// CHECK: func.func @x_block
func.func @x_block(%step: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  return %step, %c0 : i32, i32
}
// CHECK: func.func @y_block
func.func @y_block(%step: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  return %step, %c0 : i32, i32
}
