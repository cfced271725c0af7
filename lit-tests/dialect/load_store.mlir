// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Loads and stores between registers and refs.

// CHECK-LABEL: func.func @register(
func.func @register(%b: memref<32x128xf32, #tpu.memory_space<vmem>>, %v: vector<4x128xf32>, %m: vector<4x128xi1>, %i: index, %j: index) {
  // CHECK: tpu.store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} sublanes [true, true, true, false] : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>,
  tpu.store %b[%i, %j], %v sublanes [true, true, true, false] : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>,
  // CHECK: tpu.store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} masked %{{.*}} sublanes [true, true, true, true] sublane_stride 2 {add = true} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>, vector<4x128xi1>
  tpu.store %b[%i, %j], %v masked %m sublanes [true, true, true, true] sublane_stride 2 {add = true} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>, vector<4x128xi1>
  // CHECK: tpu.load %{{.*}}[%{{.*}}, %{{.*}}] sublanes [true, false, true, false] : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>
  %0 = tpu.load %b[%i, %j] sublanes [true, false, true, false] : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>
  // CHECK: tpu.load %{{.*}}[%{{.*}}, %{{.*}}] sublanes [true, true, true, true] sublane_stride 8 : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>
  %1 = tpu.load %b[%i, %j] sublanes [true, true, true, true] sublane_stride 8 : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>
  return
}

// CHECK-LABEL: func.func @shuffled(
func.func @shuffled(%b: memref<32x128xf32, #tpu.memory_space<vmem>>, %v: vector<4x128xf32>, %i: index) {
  // CHECK: tpu.shuffled_load %{{.*}}[%{{.*}}, %{{.*}}] {sublane_mask = array<i1: true, true, false, true>, sublane_offsets = array<i32: 3, 2, 1, 0>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>
  %0 = tpu.shuffled_load %b[%i, %i] {sublane_mask = array<i1: true, true, false, true>, sublane_offsets = array<i32: 3, 2, 1, 0>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>
  // CHECK: tpu.shuffled_store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {sublane_mask = array<i1: true, true, true, true>, sublane_offsets = array<i32: 1, 0, 3, 2>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>
  tpu.shuffled_store %b[%i, %i], %v {sublane_mask = array<i1: true, true, true, true>, sublane_offsets = array<i32: 1, 0, 3, 2>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<4x128xf32>
  return
}

// CHECK-LABEL: func.func @vector(
func.func @vector(%b: memref<32x128xf32, #tpu.memory_space<vmem>>, %v: vector<32x128xf32>, %m: vector<32x128xi1>, %i: index) {
  // CHECK: tpu.vector_store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {strides = array<i32>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<32x128xf32>,
  tpu.vector_store %b[%i, %i], %v {strides = array<i32>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<32x128xf32>,
  // CHECK: tpu.vector_store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} masked %{{.*}} {add = true, strides = array<i32>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<32x128xf32>, vector<32x128xi1>
  tpu.vector_store %b[%i, %i], %v masked %m {add = true, strides = array<i32>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<32x128xf32>, vector<32x128xi1>
  // CHECK: tpu.vector_load %{{.*}}[%{{.*}}, %{{.*}}] {strides = array<i32>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<32x128xf32>,
  %0 = tpu.vector_load %b[%i, %i] {strides = array<i32>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<32x128xf32>,
  // CHECK: tpu.vector_load %{{.*}}[%{{.*}}, %{{.*}}] masked %{{.*}} {strides = array<i32>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<32x128xf32>, vector<32x128xi1>
  %1 = tpu.vector_load %b[%i, %i] masked %m {strides = array<i32>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<32x128xf32>, vector<32x128xi1>
  return
}

// CHECK-LABEL: func.func @rank_zero(
func.func @rank_zero(%b: memref<f32, #tpu.memory_space<vmem>>, %v: vector<1xf32>) {
  // CHECK: tpu.vector_store %{{.*}}[], %{{.*}} {strides = array<i32>} : memref<f32, #tpu.memory_space<vmem>>, vector<1xf32>,
  tpu.vector_store %b[], %v {strides = array<i32>} : memref<f32, #tpu.memory_space<vmem>>, vector<1xf32>,
  return
}

// CHECK-LABEL: func.func @strided(
func.func @strided(%b: memref<32x128xf32, #tpu.memory_space<vmem>>, %v: vector<16x128xf32>, %i: index) {
  // CHECK: tpu.strided_load %{{.*}}[%{{.*}}, %{{.*}}] {strides = array<i32: 2, 1>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<16x128xf32>
  %0 = tpu.strided_load %b[%i, %i] {strides = array<i32: 2, 1>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<16x128xf32>
  // CHECK: tpu.strided_store %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}} {strides = array<i32: 2, 1>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<16x128xf32>
  tpu.strided_store %b[%i, %i], %v {strides = array<i32: 2, 1>} : memref<32x128xf32, #tpu.memory_space<vmem>>, vector<16x128xf32>
  return
}

// CHECK-LABEL: func.func @indexed(
func.func @indexed(%a: memref<4x64xf32, #tpu.memory_space<vmem>>, %b: memref<64xi32, #tpu.memory_space<vmem>>, %i: vector<16xi32>, %j: vector<16xi32>, %v: vector<16xi32>, %m: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // CHECK: tpu.vector_load_idx %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x64xf32, #tpu.memory_space<vmem>>[vector<16xi32>, vector<16xi32>], vector<16xf32>,
  %0 = tpu.vector_load_idx %a[%i, %j] : memref<4x64xf32, #tpu.memory_space<vmem>>[vector<16xi32>, vector<16xi32>], vector<16xf32>,
  // CHECK: tpu.vector_load_idx %{{.*}}[%{{.*}}] masked %{{.*}} : memref<64xi32, #tpu.memory_space<vmem>>[vector<16xi32>], vector<16xi32>, vector<16xi1>
  %1 = tpu.vector_load_idx %b[%i] masked %m : memref<64xi32, #tpu.memory_space<vmem>>[vector<16xi32>], vector<16xi32>, vector<16xi1>
  // CHECK: tpu.vector_store_idx %{{.*}}[%{{.*}}], %{{.*}} : memref<64xi32, #tpu.memory_space<vmem>>[vector<16xi32>], vector<16xi32>,
  tpu.vector_store_idx %b[%i], %v : memref<64xi32, #tpu.memory_space<vmem>>[vector<16xi32>], vector<16xi32>,
  // CHECK: tpu.vector_store_idx %{{.*}}[%{{.*}}], %{{.*}} masked %{{.*}} {add = true} : memref<64xi32, #tpu.memory_space<vmem>>[vector<16xi32>], vector<16xi32>, vector<16xi1>
  tpu.vector_store_idx %b[%i], %v masked %m {add = true} : memref<64xi32, #tpu.memory_space<vmem>>[vector<16xi32>], vector<16xi32>, vector<16xi1>
  return
}
