// RUN: tessera-opt %s --allow-unregistered-dialect --split-input-file \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=false})' | FileCheck %s
// RUN: tessera-opt %s --allow-unregistered-dialect --split-input-file \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=false},mosaic-serde{serialize=true target-version=13})' \
// RUN:   | FileCheck %s --check-prefix=BACK

// Before version 14 the core of an op on a vector subcore counted all subcores.

// CHECK-LABEL: func.func @vector_subcore(
module attributes {stable_mosaic.version = 13 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%src: memref<8xf32>, %dst: memref<8xf32>, %sem: memref<!tpu.dma_semaphore>, %count: memref<!tpu.semaphore>, %core: i32):
    // CHECK: %[[SIXTEEN:.*]] = arith.constant 16 : i32
    // CHECK: %[[CORE:.*]] = arith.divui %arg4, %[[SIXTEEN]] : i32
    // CHECK: %[[SUBCORE:.*]] = arith.remui %arg4, %[[SIXTEEN]] : i32
    // CHECK: tpu.enqueue_dma source(%arg0 {{.*}}core_id(%[[CORE]]) subcore_id(%[[SUBCORE]])
    // BACK: "stable_mosaic.arith.remui"
    // BACK: %[[SIXTEEN:.*]] = "stable_mosaic.arith.constant"() {value = 16 : i32} : () -> i32
    // BACK: %[[SCALED:.*]] = "stable_mosaic.arith.muli"(%{{.*}}, %[[SIXTEEN]]) : (i32, i32) -> i32
    // BACK: %[[SUM:.*]] = "stable_mosaic.arith.addi"(%[[SCALED]], %{{.*}}) : (i32, i32) -> i32
    // BACK: "stable_mosaic.tpu.enqueue_dma"(%arg0, %arg1, %arg2, %[[SUM]]) {operandSegmentSizes = array<i32: 1, 0, 1, 1, 0, 1>
    "stable_mosaic.tpu.enqueue_dma"(%src, %dst, %sem, %core) {operandSegmentSizes = array<i32: 1, 0, 1, 1, 0, 1>, priority = 0 : i32} : (memref<8xf32>, memref<8xf32>, memref<!tpu.dma_semaphore>, i32) -> ()
    // CHECK: tpu.wait_dma source(%arg0 {{.*}}core_id(%{{.*}}) subcore_id(%{{.*}})
    "stable_mosaic.tpu.wait_dma"(%src, %dst, %sem, %core) {operandSegmentSizes = array<i32: 1, 0, 1, 1, 0, 1>, wait_target = true} : (memref<8xf32>, memref<8xf32>, memref<!tpu.dma_semaphore>, i32) -> ()
    // CHECK: tpu.sem_signal %arg3, %arg4 core_id %{{.*}} subcore_id %{{.*}} : memref<!tpu.semaphore>
    // BACK: "stable_mosaic.tpu.sem_signal"(%arg3, %arg4, %{{.*}}) {operandSegmentSizes = array<i32: 1, 1, 0, 1>}
    "stable_mosaic.tpu.sem_signal"(%count, %core, %core) {operandSegmentSizes = array<i32: 1, 1, 0, 1>} : (memref<!tpu.semaphore>, i32, i32) -> ()
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "vector_subcore", function_type = (memref<8xf32>, memref<8xf32>, memref<!tpu.dma_semaphore>, memref<!tpu.semaphore>, i32) -> (), tpu.core_type = #tpu.core_type<sc_vector_subcore>} : () -> ()
}

// -----

// Elsewhere it is the core.

// CHECK-LABEL: func.func @tensor_core(
module attributes {stable_mosaic.version = 13 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%count: memref<!tpu.semaphore>, %core: i32):
    // CHECK-NOT: arith
    // CHECK: tpu.sem_signal %arg0, %arg1 core_id %arg1 : memref<!tpu.semaphore>
    "stable_mosaic.tpu.sem_signal"(%count, %core, %core) {operandSegmentSizes = array<i32: 1, 1, 0, 1>} : (memref<!tpu.semaphore>, i32, i32) -> ()
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "tensor_core", function_type = (memref<!tpu.semaphore>, i32) -> (), tpu.core_type = #tpu.core_type<tc>} : () -> ()
}
