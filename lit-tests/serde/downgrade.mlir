// RUN: tessera-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(mosaic-serde{serialize=true})' \
// RUN:   | FileCheck %s --check-prefix=NEW
// RUN: tessera-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=16})' \
// RUN:   | FileCheck %s --check-prefix=V16
// RUN: tessera-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=13})' \
// RUN:   | FileCheck %s --check-prefix=V13
// RUN: tessera-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=3})' \
// RUN:   | FileCheck %s --check-prefix=V3

// Each version gets what it knows, and no more.

// NEW: module attributes {stable_mosaic.version = 18 : i64}
// V16: module attributes {stable_mosaic.version = 16 : i64}
// V13: module attributes {stable_mosaic.version = 13 : i64}
// V3: module attributes {stable_mosaic.version = 3 : i64}

// NEW: "stable_mosaic.func.func"() ({
func.func @kernel(%ref: memref<8x128xf32>, %v: vector<8x128xf32>, %w: vector<128x128xf32>, %vi: vector<8x128xi32>,
                  %sem: memref<!tpu.semaphore>, %dma: memref<!tpu.dma_semaphore>, %i: index, %n: i32) {
  // NEW: "stable_mosaic.arith.constant"() {value = dense<true> : vector<8xi1>} : () -> vector<8xi1>
  // V3: "stable_mosaic.arith.constant"() {value = dense<true> : vector<8xi1>} : () -> vector<8xi1>
  %true = arith.constant dense<true> : vector<8xi1>
  // NEW: "stable_mosaic.arith.constant"() {value = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>}
  // V3: "stable_mosaic.arith.constant"() {value = dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>}
  %floats = arith.constant dense<[1.0, 2.0]> : vector<2xf32>

  // NEW: "stable_mosaic.tpu.enqueue_dma"({{.*}}) {operandSegmentSizes = array<i32: 1, 0, 1, 1, 0, 0, 0>, priority = 0 : i32, strict_ordering = false}
  // V13: "stable_mosaic.tpu.enqueue_dma"({{.*}}) {operandSegmentSizes = array<i32: 1, 0, 1, 1, 0, 0>, priority = 0 : i32, strict_ordering = false}
  // V3: "stable_mosaic.tpu.enqueue_dma"({{.*}}) {operandSegmentSizes = array<i32: 1, 0, 1, 1, 0, 0>} :
  tpu.enqueue_dma source(%ref : memref<8x128xf32>) target(%ref : memref<8x128xf32>) target_semaphore(%dma : memref<!tpu.dma_semaphore>)

  // NEW: "stable_mosaic.tpu.wait_dma2"({{.*}}) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>
  // V13: "stable_mosaic.tpu.wait_dma2"({{.*}}) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>
  // V3: "stable_mosaic.tpu.wait_dma2"
  // V3-NOT: operandSegmentSizes
  // V3-SAME: : (memref<!tpu.dma_semaphore>
  tpu.wait_dma2 semaphore(%dma : memref<!tpu.dma_semaphore>) src(%ref : memref<8x128xf32>) dst(%ref : memref<8x128xf32>)

  // NEW: "stable_mosaic.tpu.sem_signal"({{.*}}) {operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}
  // V13: "stable_mosaic.tpu.sem_signal"({{.*}}) {operandSegmentSizes = array<i32: 1, 1, 0, 0>}
  // V3: "stable_mosaic.tpu.sem_signal"({{.*}}) {operandSegmentSizes = array<i32: 1, 1, 0, 0>}
  tpu.sem_signal %sem, %n : memref<!tpu.semaphore>

  // NEW: "stable_mosaic.tpu.dynamic_gather"({{.*}}) {dimensions = array<i32: 1>}
  // V3: "stable_mosaic.tpu.dynamic_gather"({{.*}}) {dimension = 1 : i32}
  %gathered = tpu.dynamic_gather %v[%vi] in [1] : vector<8x128xf32>, vector<8x128xi32> -> vector<8x128xf32>
  // NEW: "stable_mosaic.tpu.iota"() {dimensions = array<i32: 0>}
  // V3: "stable_mosaic.tpu.iota"() {dimension = 0 : i32}
  %iota = tpu.iota {dimensions = array<i32: 0>} : vector<8x128xi32>

  // NEW: "stable_mosaic.tpu.matmul"({{.*}}transpose_lhs_hint = false
  // V13: "stable_mosaic.tpu.matmul"({{.*}}transpose_lhs_hint = false
  // V3: "stable_mosaic.tpu.matmul"
  // V3-NOT: transpose_lhs_hint
  // V3-SAME: : (vector<8x128xf32>
  %product = tpu.matmul %v, %w, %v {transpose_lhs = false, transpose_lhs_hint = false, transpose_rhs = false} : vector<8x128xf32>, vector<128x128xf32>, vector<8x128xf32> -> vector<8x128xf32>

  // NEW: "stable_mosaic.tpu.store"({{.*}}) {add = false
  // V13: "stable_mosaic.tpu.store"({{.*}}) {add = false
  // V3: "stable_mosaic.tpu.store"({{.*}}) {operandSegmentSizes
  tpu.store %ref[%i, %i], %v sublanes [true, true, true, true, true, true, true, true] : memref<8x128xf32>, vector<8x128xf32>,

  // NEW: "stable_mosaic.tpu.reinterpret_cast"({{.*}}) {operandSegmentSizes = array<i32: 1, 0, 0, 0>}
  // V16: "stable_mosaic.tpu.reinterpret_cast"({{.*}}) {operandSegmentSizes = array<i32: 1, 0, 0, 0>}
  // V13: "stable_mosaic.tpu.reinterpret_cast"({{[^)]*}}) : (
  // V3: "stable_mosaic.tpu.reinterpret_cast"({{[^)]*}}) : (
  %cast = tpu.reinterpret_cast %ref : memref<8x128xf32> -> memref<1024xf32>

  // Both spellings of a scan are written in the words of the version.

  // NEW: "stable_mosaic.tpu.scan"({{.*}}) {dimension = 1 : i64, kind = #tpu.reduction_kind<maxf>}
  // V16: "stable_mosaic.tpu.scan"({{.*}}) {kind = #tpu.reduction_kind<max>}
  // V13: "stable_mosaic.tpu.scan"({{.*}}) {kind = #tpu.reduction_kind<max>}
  %old = tpu.scan <max>, %v : vector<8x128xf32>, -> vector<8x128xf32>
  // NEW: "stable_mosaic.tpu.scan"({{.*}}) {dimension = 1 : i64, kind = #tpu.reduction_kind<minf>}
  // V16: "stable_mosaic.tpu.scan"({{.*}}) {kind = #tpu.reduction_kind<min>}
  %new = tpu.scan <minf>, %v {dimension = 1 : i64} : vector<8x128xf32>, -> vector<8x128xf32>
  // Integers were compared as unsigned.
  // NEW: "stable_mosaic.tpu.scan"({{.*}}) {dimension = 1 : i64, kind = #tpu.reduction_kind<maxui>}
  // V16: "stable_mosaic.tpu.scan"({{.*}}) {kind = #tpu.reduction_kind<max>}
  %integers = tpu.scan <max>, %vi : vector<8x128xi32>, -> vector<8x128xi32>
  // In `reduce` as signed.
  // NEW: "stable_mosaic.tpu.reduce"({{.*}}) {dimensions = array<i64: 0>, kind = #tpu.reduction_kind<minsi>}
  // V16: "stable_mosaic.tpu.reduce"({{.*}}) {dimensions = array<i64: 0>, kind = #tpu.reduction_kind<min>}
  %reduced = "tpu.reduce"(%vi) {dimensions = array<i64: 0>, kind = #tpu.reduction_kind<min>} : (vector<8x128xi32>) -> vector<1x128xi32>
  // NEW: "stable_mosaic.func.return"() : () -> ()
  return
}
