// RUN: tessera-opt %s | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode --emit-bytecode-version=0 | tessera-opt | FileCheck %s

// JAX's bytecode has no properties: all attributes of an op stand in one
// dictionary, operandSegmentSizes among them. So does old generic text.

// CHECK-LABEL: func.func @copy(
func.func @copy(%a: memref<16x128xf32, #tpu.memory_space<hbm>>, %b: memref<16x128xf32, #tpu.memory_space<vmem>>, %s: memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %d: i32) {
  // CHECK: tpu.enqueue_dma source(%{{.*}} : {{.*}}) target(%{{.*}} : {{.*}}) target_semaphore(%{{.*}} : {{.*}}) device_id(%{{.*}}) {priority = 1 : i32}
  "tpu.enqueue_dma"(%a, %b, %s, %d) {operandSegmentSizes = array<i32: 1, 0, 1, 1, 1, 0, 0>, priority = 1 : i32, strict_ordering = false} : (memref<16x128xf32, #tpu.memory_space<hbm>>, memref<16x128xf32, #tpu.memory_space<vmem>>, memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, i32) -> ()
  // CHECK: tpu.wait_dma2 semaphore(%{{.*}} : {{.*}}) src(%{{.*}} : {{.*}}) dst(%{{.*}} : {{.*}}) device_id(%{{.*}}){{$}}
  "tpu.wait_dma2"(%s, %a, %b, %d) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>} : (memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, memref<16x128xf32, #tpu.memory_space<hbm>>, memref<16x128xf32, #tpu.memory_space<vmem>>, i32) -> ()
  return
}

// CHECK-LABEL: func.func @store(
func.func @store(%b: memref<16x128xf32, #tpu.memory_space<vmem>>, %v: vector<16x128xf32>, %i: index) {
  // CHECK: tpu.vector_store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {strides = array<i32>} : memref<16x128xf32, #tpu.memory_space<vmem>>, vector<16x128xf32>,
  "tpu.vector_store"(%v, %b, %i, %i) {add = false, operandSegmentSizes = array<i32: 1, 1, 2, 0>, strides = array<i32>} : (vector<16x128xf32>, memref<16x128xf32, #tpu.memory_space<vmem>>, index, index) -> ()
  return
}

// CHECK-LABEL: func.func @attributes(
func.func @attributes(%v: vector<16x128xf32>) {
  // CHECK: tpu.reciprocal %{{.*}} {approx = true} : vector<16x128xf32> -> vector<16x128xf32>
  %0 = "tpu.reciprocal"(%v) {approx = true, full_range = true} : (vector<16x128xf32>) -> vector<16x128xf32>
  // CHECK: tpu.iota {dimensions = array<i32: 0>} : vector<16x128xi32>
  %1 = "tpu.iota"() {dimensions = array<i32: 0>} : () -> vector<16x128xi32>
  // CHECK: tpu.transpose %{{.*}}, [1, 0] : vector<16x128xf32> -> vector<128x16xf32>
  %2 = "tpu.transpose"(%v) {permutation = array<i64: 1, 0>} : (vector<16x128xf32>) -> vector<128x16xf32>
  return
}
