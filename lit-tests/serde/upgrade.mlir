// RUN: tessera-opt %s --allow-unregistered-dialect --split-input-file \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=false keep-version-attr=false})' | FileCheck %s

// What has changed since a version is made up for when a module of that version is read.

// Version 2: operands are listed in groups. Version 4: a priority. Version 14: a group for the subcore.

// CHECK-LABEL: func.func @enqueue_dma(
module attributes {stable_mosaic.version = 1 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%src: memref<8xf32>, %dst: memref<8xf32>, %sem: memref<!tpu.dma_semaphore>, %device: i32):
    // CHECK: tpu.enqueue_dma source(%arg0 : memref<8xf32>) target(%arg1 : memref<8xf32>) target_semaphore(%arg2 : memref<!tpu.dma_semaphore>)
    "stable_mosaic.tpu.enqueue_dma"(%src, %dst, %sem) : (memref<8xf32>, memref<8xf32>, memref<!tpu.dma_semaphore>) -> ()
    // CHECK: tpu.enqueue_dma source(%arg0 : memref<8xf32>) target(%arg1 : memref<8xf32>) source_semaphore(%arg2 : memref<!tpu.dma_semaphore>) target_semaphore(%arg2 : memref<!tpu.dma_semaphore>) device_id(%arg3)
    "stable_mosaic.tpu.enqueue_dma"(%src, %sem, %dst, %sem, %device) : (memref<8xf32>, memref<!tpu.dma_semaphore>, memref<8xf32>, memref<!tpu.dma_semaphore>, i32) -> ()
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "enqueue_dma", function_type = (memref<8xf32>, memref<8xf32>, memref<!tpu.dma_semaphore>, i32) -> ()} : () -> ()
}

// -----

// Version 2: operands are listed in groups.

// CHECK-LABEL: func.func @sem_signal(
module attributes {stable_mosaic.version = 1 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%sem: memref<!tpu.semaphore>, %n: i32):
    // CHECK: tpu.sem_signal %arg0, %arg1 : memref<!tpu.semaphore>
    "stable_mosaic.tpu.sem_signal"(%sem, %n) : (memref<!tpu.semaphore>, i32) -> ()
    // CHECK: tpu.sem_signal %arg0, %arg1 device_id %arg1 : memref<!tpu.semaphore>
    "stable_mosaic.tpu.sem_signal"(%sem, %n, %n) : (memref<!tpu.semaphore>, i32, i32) -> ()
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "sem_signal", function_type = (memref<!tpu.semaphore>, i32) -> ()} : () -> ()
}

// -----

// Version 3: the dimensions are a dense list.

// CHECK-LABEL: func.func @multi_reduction(
module attributes {stable_mosaic.version = 2 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%v: vector<8x128xf32>, %acc: vector<8xf32>):
    // CHECK: vector.multi_reduction <add>, %arg0, %arg1 [1] : vector<8x128xf32> to vector<8xf32>
    %0 = "stable_mosaic.vector.multi_reduction"(%v, %acc) {kind = #vector.kind<add>, reduction_dims = [1]} : (vector<8x128xf32>, vector<8xf32>) -> vector<8xf32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "multi_reduction", function_type = (vector<8x128xf32>, vector<8xf32>) -> ()} : () -> ()
}

// -----

// Version 4: what had been written since version 2 gets a priority, whatever it says of one.

// CHECK-LABEL: func.func @priority(
module attributes {stable_mosaic.version = 3 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%src: memref<8xf32>, %dst: memref<8xf32>, %sem: memref<!tpu.dma_semaphore>):
    // CHECK: tpu.enqueue_dma source(%arg0 : memref<8xf32>) target(%arg1 : memref<8xf32>) target_semaphore(%arg2 : memref<!tpu.dma_semaphore>)
    "stable_mosaic.tpu.enqueue_dma"(%src, %dst, %sem) {operandSegmentSizes = array<i32: 1, 0, 1, 1, 0, 0>} : (memref<8xf32>, memref<8xf32>, memref<!tpu.dma_semaphore>) -> ()
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "priority", function_type = (memref<8xf32>, memref<8xf32>, memref<!tpu.dma_semaphore>) -> ()} : () -> ()
}

// -----

// Versions 5 and 6: one dimension becomes a list.

// CHECK-LABEL: func.func @dimension(
module attributes {stable_mosaic.version = 4 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%v: vector<8x128xf32>, %i: vector<8x128xi32>):
    // CHECK: tpu.dynamic_gather %arg0[%arg1] in [1] : vector<8x128xf32>, vector<8x128xi32> -> vector<8x128xf32>
    %0 = "stable_mosaic.tpu.dynamic_gather"(%v, %i) {dimension = 1 : i32} : (vector<8x128xf32>, vector<8x128xi32>) -> vector<8x128xf32>
    // CHECK: tpu.iota {dimensions = array<i32: 0>} : vector<8x128xi32>
    %1 = "stable_mosaic.tpu.iota"() {dimension = 0 : i32} : () -> vector<8x128xi32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "dimension", function_type = (vector<8x128xf32>, vector<8x128xi32>) -> ()} : () -> ()
}

// -----

// In version 5 `dynamic_gather` has its list, `iota` not yet.

// CHECK-LABEL: func.func @dimension_between(
module attributes {stable_mosaic.version = 5 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%v: vector<8x128xf32>, %i: vector<8x128xi32>):
    // CHECK: tpu.dynamic_gather %arg0[%arg1] in [0]
    %0 = "stable_mosaic.tpu.dynamic_gather"(%v, %i) {dimensions = array<i32: 0>} : (vector<8x128xf32>, vector<8x128xi32>) -> vector<8x128xf32>
    // CHECK: tpu.iota {dimensions = array<i32: 1>} : vector<8x128xi32>
    %1 = "stable_mosaic.tpu.iota"() {dimension = 1 : i32} : () -> vector<8x128xi32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "dimension_between", function_type = (vector<8x128xf32>, vector<8x128xi32>) -> ()} : () -> ()
}

// -----

// Version 7: operands are listed in groups.

// CHECK-LABEL: func.func @wait_dma2(
module attributes {stable_mosaic.version = 6 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%src: memref<8xf32>, %dst: memref<8xf32>, %sem: memref<!tpu.dma_semaphore>):
    // CHECK: tpu.wait_dma2 semaphore(%arg2 : memref<!tpu.dma_semaphore>) src(%arg0 : memref<8xf32>) dst(%arg1 : memref<8xf32>)
    "stable_mosaic.tpu.wait_dma2"(%sem, %src, %dst) : (memref<!tpu.dma_semaphore>, memref<8xf32>, memref<8xf32>) -> ()
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "wait_dma2", function_type = (memref<8xf32>, memref<8xf32>, memref<!tpu.dma_semaphore>) -> ()} : () -> ()
}

// -----

// Version 11: `store` may add. Version 13: `matmul` has a hint for its left side.

// CHECK-LABEL: func.func @flags(
module attributes {stable_mosaic.version = 10 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%ref: memref<8x128xf32>, %v: vector<8x128xf32>, %i: index, %w: vector<128x128xf32>):
    // CHECK: tpu.store %arg0[%arg2, %arg2], %arg1 sublanes [true, true, true, true, true, true, true, true] : memref<8x128xf32>, vector<8x128xf32>
    "stable_mosaic.tpu.store"(%v, %ref, %i, %i) {operandSegmentSizes = array<i32: 1, 1, 2, 0>, sublane_mask = array<i1: true, true, true, true, true, true, true, true>, sublane_stride = 1 : i32} : (vector<8x128xf32>, memref<8x128xf32>, index, index) -> ()
    // CHECK: tpu.matmul %arg1, %arg3, %arg1 {transpose_lhs_hint = false}
    %0 = "stable_mosaic.tpu.matmul"(%v, %w, %v) {transpose_lhs = false, transpose_rhs = false} : (vector<8x128xf32>, vector<128x128xf32>, vector<8x128xf32>) -> vector<8x128xf32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "flags", function_type = (memref<8x128xf32>, vector<8x128xf32>, index, vector<128x128xf32>) -> ()} : () -> ()
}

// -----

// Version 15: groups of operands. Version 16: a group for strides.

// CHECK-LABEL: func.func @reinterpret_cast_14(
module attributes {stable_mosaic.version = 14 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%ref: memref<48x128xi32>, %n: i32):
    // CHECK: tpu.reinterpret_cast %arg0 : memref<48x128xi32> -> memref<6144xi32>
    %0 = "stable_mosaic.tpu.reinterpret_cast"(%ref) : (memref<48x128xi32>) -> memref<6144xi32>
    // CHECK: tpu.reinterpret_cast %arg0 %arg1 : memref<48x128xi32> -> memref<128xi32>
    %1 = "stable_mosaic.tpu.reinterpret_cast"(%ref, %n) : (memref<48x128xi32>, i32) -> memref<128xi32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "reinterpret_cast_14", function_type = (memref<48x128xi32>, i32) -> ()} : () -> ()
}

// -----

// CHECK-LABEL: func.func @reinterpret_cast_15(
module attributes {stable_mosaic.version = 15 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%ref: memref<48x128xi32>, %n: i32):
    // CHECK: tpu.reinterpret_cast %arg0<%arg1> : memref<48x128xi32> -> memref<?x128xi32>
    %0 = "stable_mosaic.tpu.reinterpret_cast"(%ref, %n) {operandSegmentSizes = array<i32: 1, 0, 1>} : (memref<48x128xi32>, i32) -> memref<?x128xi32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "reinterpret_cast_15", function_type = (memref<48x128xi32>, i32) -> ()} : () -> ()
}

// -----

// CHECK-LABEL: func.func @reinterpret_cast_16(
module attributes {stable_mosaic.version = 16 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%ref: memref<48x128xi32>, %n: i32):
    // CHECK: tpu.reinterpret_cast %arg0 [%arg1] : memref<48x128xi32> -> memref<6x128xi32>
    %0 = "stable_mosaic.tpu.reinterpret_cast"(%ref, %n) {operandSegmentSizes = array<i32: 1, 0, 0, 1>} : (memref<48x128xi32>, i32) -> memref<6x128xi32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "reinterpret_cast_16", function_type = (memref<48x128xi32>, i32) -> ()} : () -> ()
}

// -----

// Versions 17 and 18 of `scan` have a dimension and say how they compare. The old spelling, which scans the
// last dimension, stays as it is.

// CHECK-LABEL: func.func @scan_16(
module attributes {stable_mosaic.version = 16 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%v: vector<8x16xf32>):
    // CHECK: tpu.scan <max>, %arg0 : vector<8x16xf32>,  -> vector<8x16xf32>
    %0 = "stable_mosaic.tpu.scan"(%v) {kind = #tpu.reduction_kind<max>} : (vector<8x16xf32>) -> vector<8x16xf32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "scan_16", function_type = (vector<8x16xf32>) -> ()} : () -> ()
}

// -----

// CHECK-LABEL: func.func @scan_18(
module attributes {stable_mosaic.version = 18 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%v: vector<8x16xf32>):
    // CHECK: tpu.scan <maxf>, %arg0 {dimension = 0 : i64} : vector<8x16xf32>,  -> vector<8x16xf32>
    %0 = "stable_mosaic.tpu.scan"(%v) {dimension = 0 : i64, kind = #tpu.reduction_kind<maxf>} : (vector<8x16xf32>) -> vector<8x16xf32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "scan_18", function_type = (vector<8x16xf32>) -> ()} : () -> ()
}
