// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Ops of single jaxlib releases: any operands, results and regions are read.

// CHECK-LABEL: func.func @plain(
func.func @plain(%a: i32, %b: f32) {
  // CHECK: "tpu.relayout"(%{{.*}}, %{{.*}}) {note = 0 : i32} : (i32, f32) -> i32
  %r0 = "tpu.relayout"(%a, %b) {note = 0 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.conv"(%{{.*}}, %{{.*}}) {note = 1 : i32} : (i32, f32) -> i32
  %r1 = "tpu.conv"(%a, %b) {note = 1 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.reduce"(%{{.*}}, %{{.*}}) {note = 2 : i32} : (i32, f32) -> i32
  %r2 = "tpu.reduce"(%a, %b) {note = 2 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.annotate"(%{{.*}}, %{{.*}}) {note = 3 : i32} : (i32, f32) -> i32
  %r3 = "tpu.annotate"(%a, %b) {note = 3 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.reduce_precision"(%{{.*}}, %{{.*}}) {note = 4 : i32} : (i32, f32) -> i32
  %r4 = "tpu.reduce_precision"(%a, %b) {note = 4 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.shared_memref_slice"(%{{.*}}, %{{.*}}) {note = 5 : i32} : (i32, f32) -> i32
  %r5 = "tpu.shared_memref_slice"(%a, %b) {note = 5 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.memref_memory_space_is"(%{{.*}}, %{{.*}}) {note = 6 : i32} : (i32, f32) -> i32
  %r6 = "tpu.memref_memory_space_is"(%a, %b) {note = 6 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.vector_expand_load"(%{{.*}}, %{{.*}}) {note = 7 : i32} : (i32, f32) -> i32
  %r7 = "tpu.vector_expand_load"(%a, %b) {note = 7 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.vector_compress_store"(%{{.*}}, %{{.*}}) {note = 8 : i32} : (i32, f32) -> i32
  %r8 = "tpu.vector_compress_store"(%a, %b) {note = 8 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.compress_store_vreg"(%{{.*}}, %{{.*}}) {note = 9 : i32} : (i32, f32) -> i32
  %r9 = "tpu.compress_store_vreg"(%a, %b) {note = 9 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.expand_load_vreg"(%{{.*}}, %{{.*}}) {note = 10 : i32} : (i32, f32) -> i32
  %r10 = "tpu.expand_load_vreg"(%a, %b) {note = 10 : i32} : (i32, f32) -> i32
  // CHECK: "tpu.tile_size"(%{{.*}}, %{{.*}}) {note = 11 : i32} : (i32, f32) -> i32
  %r11 = "tpu.tile_size"(%a, %b) {note = 11 : i32} : (i32, f32) -> i32
  return
}

// CHECK-LABEL: func.func @with_region(
func.func @with_region(%v: vector<8x128xf32>) {
  // CHECK: "tpu.reduce"(%{{.*}}) ({
  // CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
  // CHECK: tpu.yield %{{.*}} : f32
  // CHECK: }) : (vector<8x128xf32>) -> vector<8xf32>
  %0 = "tpu.reduce"(%v) ({
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tpu.yield %s : f32
  }) : (vector<8x128xf32>) -> vector<8xf32>
  return
}
