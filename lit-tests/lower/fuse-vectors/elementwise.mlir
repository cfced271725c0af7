// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// One loop nest, native vectors along the last dimension, each ref read once per place, no temporary.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @fused(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32, {{[^,]*}}>, %[[Y:[^: ]*]]: memref<8x128xf32, {{[^,]*}}>, %[[O:[^: ]*]]: memref
// CHECK-SAME: tessera.arena_bytes = 0
// CHECK: scf.for %[[I:.*]] = %c0 to %c8 step %c1
// CHECK-NEXT: scf.for %[[J:.*]] = %c0 to %c128 step %c16
// CHECK-NEXT: %[[A:.*]] = vector.load %[[X]][%[[I]], %[[J]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT: %[[B:.*]] = vector.load %[[Y]][%[[I]], %[[J]]] : {{.*}}, vector<16xf32>
// CHECK-NEXT: %[[SUM:.*]] = arith.addf %[[A]], %[[B]]
// CHECK-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[A]]
// CHECK-NEXT: vector.store %[[PRODUCT]], %[[O]][%[[I]], %[[J]]]
// CHECK-NOT: scf.for
func.func @fused(%x: memref<8x128xf32, #vmem>, %y: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = vector.load %y[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %2 = arith.addf %0, %1 : vector<8x128xf32>
  %3 = arith.mulf %2, %0 : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %3 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// "Not equal" holds for NaN, whatever the predicate is called; shifts by the width or more give zero or the sign.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @as_jax_defines_it(
// CHECK: arith.cmpf une
// CHECK: %[[IN_RANGE:.*]] = arith.cmpi ult, %[[AMOUNT:.*]], %{{.*}} : vector<16xi32>
// CHECK: %[[LEAST:.*]] = arith.minui %[[AMOUNT]]
// CHECK: %[[SHIFTED:.*]] = arith.shli %{{.*}}, %[[LEAST]]
// CHECK: arith.select %[[IN_RANGE]], %[[SHIFTED]]
func.func @as_jax_defines_it(%x: memref<8x128xf32, #vmem>, %n: memref<8x128xi32, #vmem>, %o: memref<8x128xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = vector.load %n[%c0, %c0] : memref<8x128xi32, #vmem>, vector<8x128xi32>
  %2 = arith.cmpf one, %0, %0 : vector<8x128xf32>
  %3 = arith.extui %2 : vector<8x128xi1> to vector<8x128xi32>
  %4 = arith.shli %3, %1 : vector<8x128xi32>
  tpu.vector_store %o[%c0, %c0], %4 {strides = array<i32>} : memref<8x128xi32, #vmem>, vector<8x128xi32>,
  return
}

// -----

// Functions of narrow floats are computed in f32; 16-bit elements use the lanes of 32-bit ones.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @narrow(
// CHECK: %[[X:.*]] = vector.load {{.*}}, vector<16xbf16>
// CHECK: arith.extf %[[X]] : vector<16xbf16> to vector<16xf32>
// CHECK: %[[Y:.*]] = arith.truncf %{{.*}} : vector<16xf32> to vector<16xbf16>
// CHECK: vector.store %[[Y]]
func.func @narrow(%x: memref<16x128xbf16, #vmem>, %o: memref<16x128xbf16, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<16x128xbf16, #vmem>, vector<16x128xbf16>
  %1 = math.exp %0 : vector<16x128xbf16>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<16x128xbf16, #vmem>, vector<16x128xbf16>,
  return
}

// -----

// Scalars stay scalars and are spread once a loop.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @scalars(
// CHECK-SAME: %[[F:[^: ]*]]: f32
// CHECK: %[[G:.*]] = arith.mulf %[[F]], %[[F]] : f32
// CHECK: vector.broadcast %[[G]] : f32 to vector<16xf32>
// CHECK-NOT: vector<8x128xf32>
func.func @scalars(%x: memref<8x128xf32, #vmem>, %f: f32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %g = arith.mulf %f, %f : f32
  %1 = vector.broadcast %g : f32 to vector<8x128xf32>
  %2 = arith.addf %0, %1 : vector<8x128xf32>
  tpu.vector_store %x[%c0, %c0], %2 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
