// RUN: split-file %s %t
// RUN: tessera-opt %t/v17.mlir --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=17})'
// RUN: tessera-opt %t/v16.mlir --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=16})'
// RUN: tessera-opt %t/v15.mlir --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=15})'
// RUN: tessera-opt %t/v11.mlir --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=11})'
// RUN: tessera-opt %t/v4.mlir --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=4})'
// RUN: tessera-opt %t/v1.mlir --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=1})'

// What a version cannot say is refused, with the op and the version.

//--- v17.mlir

func.func @signed_scan(%v: vector<8xi32>) {
  // expected-error @below {{T0137: tpu.scan cannot be written for stable_mosaic version 17: kind = maxsi came with version 18}}
  %0 = tpu.scan <maxsi>, %v : vector<8xi32>, -> vector<8xi32>
  return
}

// -----

func.func @unsigned_reduce(%v: vector<8x128xi32>) {
  // expected-error @below {{T0137: tpu.reduce}}
  %0 = "tpu.reduce"(%v) {dimensions = array<i64: 0>, kind = #tpu.reduction_kind<maxui>} : (vector<8x128xi32>) -> vector<1x128xi32>
  return
}

//--- v16.mlir

func.func @scan_along_first(%v: vector<8x128xf32>) {
  // expected-error @below {{T0137: tpu.scan}}
  %0 = tpu.scan <sum>, %v {dimension = 0 : i64} : vector<8x128xf32>, -> vector<8x128xf32>
  return
}

//--- v15.mlir

func.func @strides(%ref: memref<8x128xf32>, %n: i32) {
  // expected-error @below {{T0137: tpu.reinterpret_cast}}
  %0 = tpu.reinterpret_cast %ref [%n] : memref<8x128xf32> -> memref<4x128xf32>
  return
}

//--- v11.mlir

func.func @sizes(%ref: memref<8x128xf32>, %n: i32) {
  // expected-error @below {{T0137: tpu.reinterpret_cast}}
  %0 = tpu.reinterpret_cast %ref<%n> : memref<8x128xf32> -> memref<?x128xf32>
  return
}

// -----

func.func @offset(%ref: memref<8x128xf32>, %n: i32) {
  // expected-error @below {{came with version 12}}
  %0 = tpu.reinterpret_cast %ref %n : memref<8x128xf32> -> memref<4x128xf32>
  return
}

// -----

func.func @no_target_semaphore(%ref: memref<8xf32>, %sem: memref<!tpu.dma_semaphore>) {
  // expected-error @below {{came with version 12}}
  "tpu.enqueue_dma"(%ref, %sem, %ref) {operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0>, priority = 0 : i32} : (memref<8xf32>, memref<!tpu.dma_semaphore>, memref<8xf32>) -> ()
  return
}

// -----

func.func @lhs_hint(%v: vector<8x128xf32>, %w: vector<128x128xf32>) {
  // expected-error @below {{transpose_lhs_hint = true came with version 13}}
  %0 = tpu.matmul %v, %w, %v {transpose_lhs = false, transpose_rhs = false, transpose_lhs_hint = true} : vector<8x128xf32>, vector<128x128xf32>, vector<8x128xf32> -> vector<8x128xf32>
  return
}

// -----

func.func @subcore_elsewhere(%sem: memref<!tpu.semaphore>, %n: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error @below {{a subcore, off a vector subcore came with version 14}}
  "tpu.sem_signal"(%sem, %n, %n, %n) {operandSegmentSizes = array<i32: 1, 1, 0, 1, 1>} : (memref<!tpu.semaphore>, i32, i32, i32) -> ()
  return
}

// -----

func.func @subcore_alone(%sem: memref<!tpu.semaphore>, %n: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error @below {{a subcore without a core came with version 14}}
  "tpu.sem_signal"(%sem, %n, %n) {operandSegmentSizes = array<i32: 1, 1, 0, 0, 1>} : (memref<!tpu.semaphore>, i32, i32) -> ()
  return
}

//--- v4.mlir

func.func @add(%ref: memref<8x128xf32>, %v: vector<8x128xf32>, %i: index) {
  // expected-error @below {{add = true came with version 11}}
  "tpu.store"(%v, %ref, %i, %i) {add = true, operandSegmentSizes = array<i32: 1, 1, 2, 0>, sublane_mask = array<i1: true, true, true, true, true, true, true, true>, sublane_stride = 1 : i32} : (vector<8x128xf32>, memref<8x128xf32>, index, index) -> ()
  return
}

// -----

func.func @booleans() {
  // expected-error @below {{booleans that are not all equal came with version 10}}
  %0 = arith.constant dense<[true, false]> : vector<2xi1>
  return
}

// -----

func.func @strict(%ref: memref<8xf32>, %sem: memref<!tpu.dma_semaphore>) {
  // expected-error @below {{strict_ordering = true came with version 8}}
  "tpu.enqueue_dma"(%ref, %ref, %sem) {operandSegmentSizes = array<i32: 1, 0, 1, 1, 0, 0, 0>, priority = 0 : i32, strict_ordering = true} : (memref<8xf32>, memref<8xf32>, memref<!tpu.dma_semaphore>) -> ()
  return
}

// -----

func.func @remote_wait(%ref: memref<8xf32>, %sem: memref<!tpu.dma_semaphore>, %n: i32) {
  // expected-error @below {{a device or a core came with version 7}}
  "tpu.wait_dma2"(%sem, %ref, %ref, %n) {operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>} : (memref<!tpu.dma_semaphore>, memref<8xf32>, memref<8xf32>, i32) -> ()
  return
}

// -----

func.func @two_dimensions(%v: vector<8x128xf32>, %i: vector<8x128xi32>) {
  // expected-error @below {{2 dimensions instead of one came with version 5}}
  %0 = tpu.dynamic_gather %v[%i] in [0, 1] : vector<8x128xf32>, vector<8x128xi32> -> vector<8x128xf32>
  // expected-error @below {{2 dimensions instead of one came with version 6}}
  %1 = tpu.iota {dimensions = array<i32: 0, 1>} : vector<8x128xi32>
  return
}

//--- v1.mlir

// All that is wrong is reported, in the order of the text.

func.func @first(%ref: memref<8xf32>, %dma: memref<!tpu.dma_semaphore>, %sem: memref<!tpu.semaphore>, %n: i32, %v: vector<8x128xf32>, %acc: vector<8xf32>) {
  // expected-error @below {{T0137: tpu.enqueue_dma cannot be written for stable_mosaic version 1}}
  tpu.enqueue_dma source(%ref : memref<8xf32>) target(%ref : memref<8xf32>) target_semaphore(%dma : memref<!tpu.dma_semaphore>)
  // expected-error @below {{T0137: tpu.wait_dma2 cannot be written for stable_mosaic version 1}}
  tpu.wait_dma2 semaphore(%dma : memref<!tpu.dma_semaphore>) src(%ref : memref<8xf32>) dst(%ref : memref<8xf32>)
  // expected-error @below {{T0137: tpu.sem_signal cannot be written for stable_mosaic version 1: a core came with version 2}}
  tpu.sem_signal %sem, %n core_id %n : memref<!tpu.semaphore>
  // expected-error @below {{T0137: vector.multi_reduction cannot be written for stable_mosaic version 1}}
  %0 = vector.multi_reduction <add>, %v, %acc [1] : vector<8x128xf32> to vector<8xf32>
  return
}
