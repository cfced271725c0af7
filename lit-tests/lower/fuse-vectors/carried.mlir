// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// A carried block lives in one temporary and is updated in place; the count beside it stays a value.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32
// CHECK-SAME: tessera.arena_bytes = 4096
// CHECK: %[[SUM:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<1024xf32>
// CHECK: vector.store %{{.*}}, %[[SUM]]
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %c0_i32) -> (i32)
// CHECK:   scf.for
// CHECK:     scf.for
// CHECK:       %[[OLD:.*]] = vector.load %[[SUM]][%[[AT:.*]]]
// CHECK:       %[[NEW:.*]] = vector.load %[[X]]
// CHECK:       %[[NEXT:.*]] = arith.addf %[[OLD]], %[[NEW]]
// CHECK:       vector.store %[[NEXT]], %[[SUM]][%[[AT]]]
// CHECK: vector.load %[[SUM]]
func.func @accumulate(%x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>, %n: memref<1xi32, #tpu.memory_space<smem>>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %nothing = arith.constant dense<0.0> : vector<8x128xf32>
  %r:2 = scf.for %i = %zero to %four step %one iter_args(%sum = %nothing, %count = %zero) -> (vector<8x128xf32>, i32) : i32 {
    %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
    %1 = arith.addf %sum, %0 : vector<8x128xf32>
    %2 = arith.addi %count, %i : i32
    scf.yield %1, %2 : vector<8x128xf32>, i32
  }
  tpu.vector_store %o[%c0, %c0], %r#0 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  memref.store %r#1, %n[%c0] : memref<1xi32, #tpu.memory_space<smem>>
  return
}

// -----

// Two that change places: one is copied aside before it is overwritten.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @swap(
// CHECK-SAME: tessera.arena_bytes = {{12288|16384}}
// CHECK: %{{.*}} = builtin.unrealized_conversion_cast {{.*}} to memref<1024xf32>
// CHECK: scf.for %{{.*}} = %c0_i32
// CHECK:   vector.load %[[FROM:.*]][
// CHECK:   vector.store %{{.*}}, %[[ASIDE:.*]][
// CHECK:   vector.store
// CHECK-NOT: vector.load %[[FROM]][
// CHECK: vector.load %[[ASIDE]]
func.func @swap(%x: memref<8x128xf32, #vmem>, %y: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %a = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %b = vector.load %y[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %r:2 = scf.for %i = %zero to %three step %one iter_args(%p = %a, %q = %b) -> (vector<8x128xf32>, vector<8x128xf32>) : i32 {
    scf.yield %q, %p : vector<8x128xf32>, vector<8x128xf32>
  }
  tpu.vector_store %x[%c0, %c0], %r#0 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.vector_store %y[%c0, %c0], %r#1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
