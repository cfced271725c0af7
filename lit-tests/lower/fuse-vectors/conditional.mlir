// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// A block chosen by a condition is written by the branch taken into one temporary; scalars are results as before.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @chosen(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32, {{[^,]*}}>, %[[C:[^: ]*]]: i1
// CHECK: %[[CHOSEN:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<1024xf32>
// CHECK: %[[NUMBER:.*]] = scf.if %[[C]] -> (i32) {
// CHECK:   %[[LOADED:.*]] = memref.load
// CHECK:   %[[V:.*]] = vector.load %[[X]]
// CHECK:   %[[DOUBLE:.*]] = arith.addf %[[V]], %[[V]]
// CHECK:   vector.store %[[DOUBLE]], %[[CHOSEN]]
// CHECK:   scf.yield %[[LOADED]]
// CHECK: } else {
// CHECK:   vector.store %{{.*}}, %[[CHOSEN]]
// CHECK:   scf.yield %c2_i32
// CHECK: }
// CHECK: vector.load %[[CHOSEN]]
// CHECK: vector.store %{{.*}}, %[[X]]
// CHECK: memref.store %[[NUMBER]]
func.func @chosen(%x: memref<8x128xf32, #vmem>, %c: i1, %n: memref<1xi32, #tpu.memory_space<smem>>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2 : i32
  %r:2 = scf.if %c -> (vector<8x128xf32>, i32) {
    %loaded = memref.load %n[%c0] : memref<1xi32, #tpu.memory_space<smem>>
    %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
    %1 = arith.addf %0, %0 : vector<8x128xf32>
    scf.yield %1, %loaded : vector<8x128xf32>, i32
  } else {
    %zero = arith.constant dense<0.0> : vector<8x128xf32>
    scf.yield %zero, %two : vector<8x128xf32>, i32
  }
  tpu.vector_store %x[%c0, %c0], %r#0 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  memref.store %r#1, %n[%c0] : memref<1xi32, #tpu.memory_space<smem>>
  return
}

// -----

// What a branch needs from outside and nobody else: computed in the branch, not in front of it.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @lazily(
// CHECK-NOT: math.fma
// CHECK: scf.if
// CHECK:   math.fma
// CHECK:   vector.store
// CHECK: }
func.func @lazily(%o: memref<8x128xf32, #vmem>, %c: i1) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %n = tpu.iota {dimensions = array<i32: 1>} : vector<8x128xi32>
  %f = arith.sitofp %n : vector<8x128xi32> to vector<8x128xf32>
  %e = math.exp %f : vector<8x128xf32>
  scf.if %c {
    tpu.vector_store %o[%c0, %c0], %e {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  }
  return
}
