// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Ops that move elements of vectors.

// CHECK-LABEL: func.func @rotate(
func.func @rotate(%v: vector<16x256xf32>, %n: i32) {
  // CHECK: tpu.dynamic_rotate %{{.*}} by %{{.*}} dim 0 : vector<16x256xf32>, i32 -> vector<16x256xf32>
  %0 = tpu.dynamic_rotate %v by %n dim 0 : vector<16x256xf32>, i32 -> vector<16x256xf32>
  // CHECK: tpu.dynamic_rotate %{{.*}} by %{{.*}} dim 1 {stride = 3 : si32, stride_dimension = 0 : si32} : vector<16x256xf32>, i32 -> vector<16x256xf32>
  %1 = tpu.dynamic_rotate %v by %n dim 1 {stride = 3 : si32, stride_dimension = 0 : si32} : vector<16x256xf32>, i32 -> vector<16x256xf32>
  return
}

// CHECK-LABEL: func.func @iota(
func.func @iota() {
  // CHECK: tpu.iota {dimensions = array<i32: 1>} : vector<16x256xi32>
  %0 = tpu.iota {dimensions = array<i32: 1>} : vector<16x256xi32>
  // CHECK: tpu.iota {dimensions = array<i32: 1, 0>} : vector<16x256xindex>
  %1 = tpu.iota {dimensions = array<i32: 1, 0>} : vector<16x256xindex>
  return
}

// CHECK-LABEL: func.func @reshape(
func.func @reshape(%v: vector<16x256xf32>) {
  // CHECK: tpu.reshape %{{.*}} : vector<16x256xf32> -> vector<2x8x256xf32>
  %0 = tpu.reshape %v : vector<16x256xf32> -> vector<2x8x256xf32>
  return
}

// CHECK-LABEL: func.func @repeat(
func.func @repeat(%v: vector<16x256xf32>) {
  // CHECK: tpu.repeat %{{.*}}, 1 x 3 : vector<16x256xf32> -> vector<16x768xf32>
  %0 = tpu.repeat %v, 1 x 3 : vector<16x256xf32> -> vector<16x768xf32>
  return
}

// CHECK-LABEL: func.func @broadcast_in_sublanes(
func.func @broadcast_in_sublanes(%v: vector<8x128xf32>) {
  // CHECK: tpu.broadcast_in_sublanes %{{.*}}, 5 : vector<8x128xf32> -> vector<8x128xf32>
  %0 = tpu.broadcast_in_sublanes %v, 5 : vector<8x128xf32> -> vector<8x128xf32>
  return
}

// CHECK-LABEL: func.func @gather(
func.func @gather(%v: vector<4x128xf32>, %i: vector<4x128xi32>) {
  // CHECK: tpu.gather %{{.*}}{{\[\[}}3, 2, 1, 0]] in 0 : vector<4x128xf32> -> vector<4x128xf32>
  %0 = tpu.gather %v[[3, 2, 1, 0]] in 0 : vector<4x128xf32> -> vector<4x128xf32>
  // CHECK: tpu.dynamic_gather %{{.*}}[%{{.*}}] in [1] : vector<4x128xf32>, vector<4x128xi32> -> vector<4x128xf32>
  %1 = tpu.dynamic_gather %v[%i] in [1] : vector<4x128xf32>, vector<4x128xi32> -> vector<4x128xf32>
  return
}

// CHECK-LABEL: func.func @concatenate(
func.func @concatenate(%a: vector<8x128xf32>, %b: vector<24x128xf32>) {
  // CHECK: tpu.concatenate %{{.*}}, %{{.*}} in 0 : vector<8x128xf32>, vector<24x128xf32> -> vector<32x128xf32>
  %0 = tpu.concatenate %a, %b in 0 : vector<8x128xf32>, vector<24x128xf32> -> vector<32x128xf32>
  // CHECK: tpu.concatenate %{{.*}} in 0 : vector<8x128xf32> -> vector<8x128xf32>
  %1 = tpu.concatenate %a in 0 : vector<8x128xf32> -> vector<8x128xf32>
  return
}

// CHECK-LABEL: func.func @transpose(
func.func @transpose(%v: vector<2x16x128xf32>) {
  // CHECK: tpu.transpose %{{.*}}, [2, 0, 1] : vector<2x16x128xf32> -> vector<128x2x16xf32>
  %0 = tpu.transpose %v, [2, 0, 1] : vector<2x16x128xf32> -> vector<128x2x16xf32>
  return
}

// CHECK-LABEL: func.func @sublane_shuffle(
func.func @sublane_shuffle(%a: vector<8x128xf32>, %b: vector<8x128xf32>) {
  // CHECK: tpu.sublane_shuffle %{{.*}}, %{{.*}}, [0, 8, 1, 9, 2, 10, 3, 11] : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xf32>
  %0 = tpu.sublane_shuffle %a, %b, [0, 8, 1, 9, 2, 10, 3, 11] : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xf32>
  return
}

// CHECK-LABEL: func.func @roll_unroll(
func.func @roll_unroll(%a: vector<8x128xf32>, %b: vector<8x128xf32>) {
  // CHECK: tpu.roll_vectors %{{.*}}, %{{.*}} : vector<8x128xf32>, vector<8x128xf32> -> vector<8x256xf32>
  %0 = tpu.roll_vectors %a, %b : vector<8x128xf32>, vector<8x128xf32> -> vector<8x256xf32>
  // CHECK: tpu.unroll_vectors %{{.*}} : vector<8x256xf32> -> vector<8x128xf32>, vector<8x128xf32>
  %1:2 = tpu.unroll_vectors %0 : vector<8x256xf32> -> vector<8x128xf32>, vector<8x128xf32>
  return
}
