// RUN: tessera-opt %s | FileCheck %s

// Types are the business of rules, not of the parser: what is below is wrong,
// and still reads, so that all of it can be reported at once.

// CHECK-LABEL: func.func @operands_of_the_wrong_type(
func.func @operands_of_the_wrong_type(%x: f32, %i: index, %v: vector<8x128xf32>) {
  // An index where the text of the op leaves no room for a type.
  // CHECK: tpu.enqueue_dma source(%{{.*}} : f32) target(%{{.*}} : f32) device_id(%{{.*}})
  "tpu.enqueue_dma"(%x, %x, %i) <{operandSegmentSizes = array<i32: 1, 0, 1, 0, 1, 0, 0>}> : (f32, f32, index) -> ()
  // CHECK: tpu.sem_wait %{{.*}}, %{{.*}} : vector<8x128xf32>
  "tpu.sem_wait"(%v, %x) : (vector<8x128xf32>, f32) -> ()
  // CHECK: tpu.delay
  "tpu.delay"(%i) : (index) -> ()
  // CHECK: tpu.barrier
  "tpu.barrier"(%x) : (f32) -> ()
  return
}

// CHECK-LABEL: func.func @results_of_the_wrong_type(
func.func @results_of_the_wrong_type(%v: vector<8x128xf32>, %n: i32, %w: vector<4x2xi1>) {
  // CHECK: tpu.device_id : f64
  %0 = tpu.device_id : f64
  // CHECK: tpu.reciprocal %{{.*}} : vector<8x128xf32> -> i1
  %1 = tpu.reciprocal %v : vector<8x128xf32> -> i1
  // CHECK: tpu.dynamic_rotate %{{.*}} by %{{.*}} dim 7 : vector<8x128xf32>, i32 -> vector<2xi8>
  %2 = tpu.dynamic_rotate %v by %n dim 7 : vector<8x128xf32>, i32 -> vector<2xi8>
  // CHECK: tpu.concatenate %{{.*}}, %{{.*}} in -3 : vector<8x128xf32>, vector<4x2xi1> -> f32
  %3 = tpu.concatenate %v, %w in -3 : vector<8x128xf32>, vector<4x2xi1> -> f32
  // CHECK: tpu.matmul_pop 0 {mxu_index = 0 : i32} : i32
  %4 = tpu.matmul_pop 0 {mxu_index = 0 : i32} : i32
  // One type is spelled where the two agree, both where they do not.
  // CHECK: tpu.assume_multiple %{{.*}}, 8 : i32 -> index
  %5 = tpu.assume_multiple %n, 8 : i32 -> index
  return
}

// CHECK-LABEL: func.func @odd_counts(
func.func @odd_counts(%i: index) {
  // CHECK: tpu.create_mask
  %0 = "tpu.create_mask"(%i, %i, %i) : (index, index, index) -> vector<8x128xi1>
  // CHECK: tpu.memref_slice
  %1 = tpu.internal_scratch : memref<8x128xf32>
  %2 = tpu.memref_slice %1[] : memref<8x128xf32> -> memref<16xi1>
  return
}
