// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// Steps of a parallel dimension write different blocks.

// A sum over a parallel dimension.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

// expected-error@+1 {{T0611}}
func.func @kernel(%i: i32, %j: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<parallel>], iteration_bounds = array<i64: 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @inputs, window_bounds = array<i64: 8, 128>}, {transform_indices = @outputs, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %first = arith.cmpi eq, %i, %i0 : i32
  scf.if %first {
    %zero = arith.constant dense<0.0> : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %zero {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  }
  %a = vector.load %o[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %v = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %s = arith.addf %a, %v : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %s {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @inputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %r = arith.muli %i, %two : i32
  %s = arith.addi %r, %j : i32
  return %s, %z : i32, i32
}
func.func @outputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %z, %z : i32, i32
}

// -----

// The last step to write wins.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

// expected-error@+1 {{T0611}}
func.func @kernel(%i: i32, %j: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @inputs, window_bounds = array<i64: 8, 128>}, {transform_indices = @outputs, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @inputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %r = arith.muli %i, %two : i32
  %s = arith.addi %r, %j : i32
  return %s, %z : i32, i32
}
func.func @outputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %z, %z : i32, i32
}

// -----

// Twin: the sum goes over the other dimension.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%i: i32, %j: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @inputs, window_bounds = array<i64: 8, 128>}, {transform_indices = @outputs, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %first = arith.cmpi eq, %j, %i0 : i32
  scf.if %first {
    %zero = arith.constant dense<0.0> : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %zero {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  }
  %a = vector.load %o[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %v = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %s = arith.addf %a, %v : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %s {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @inputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %r = arith.muli %i, %two : i32
  %s = arith.addi %r, %j : i32
  return %s, %z : i32, i32
}
func.func @outputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}

// -----

// Twin: scratch that every parallel step fills anew, as an output that is dropped.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%i: i32, %j: i32, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @inputs, window_bounds = array<i64: 8, 128>}, {transform_indices = @outputs, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %first = arith.cmpi eq, %j, %i0 : i32
  scf.if %first {
    %zero = arith.constant dense<0.0> : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %zero {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  }
  %a = vector.load %o[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %v = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %s = arith.addf %a, %v : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %s {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @inputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %r = arith.muli %i, %two : i32
  %s = arith.addi %r, %j : i32
  return %s, %z : i32, i32
}
func.func @outputs(%i: i32, %j: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %z, %z : i32, i32
}
