// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// Concatenation writes each part to its place in a temporary.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @concatenate(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32, {{[^,]*}}>, %[[Y:[^: ]*]]: memref<16x128xf32
// CHECK: %[[ALL:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<3072xf32>
// CHECK: vector.load %[[X]]
// CHECK: vector.store %{{.*}}, %[[ALL]]
// CHECK: scf.for %[[I:.*]] = %c0 to %c16
// CHECK: vector.load %[[Y]]
// CHECK: vector.store %{{.*}}, %[[ALL]]
// CHECK: scf.for %{{.*}} = %c0 to %c24
// CHECK: vector.load %[[ALL]]
func.func @concatenate(%x: memref<8x128xf32, #vmem>, %y: memref<16x128xf32, #vmem>, %o: memref<24x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = vector.load %y[%c0, %c0] : memref<16x128xf32, #vmem>, vector<16x128xf32>
  %2 = tpu.concatenate %0, %1 in 0 : vector<8x128xf32>, vector<16x128xf32> -> vector<24x128xf32>
  tpu.vector_store %o[%c0, %c0], %2 {strides = array<i32>} : memref<24x128xf32, #vmem>, vector<24x128xf32>,
  return
}

// -----

// A slice only shifts where its source is read.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @slice(
// CHECK-SAME: %[[X:[^: ]*]]: memref<16x256xf32
// CHECK-SAME: tessera.arena_bytes = 0
// CHECK: scf.for %[[I:.*]] = %c0 to %c8
// CHECK: scf.for %[[J:.*]] = %c0 to %c128
// CHECK-DAG: %[[ROW:.*]] = arith.addi %[[I]], %c4
// CHECK-DAG: %[[COLUMN:.*]] = arith.addi %[[J]], %c64
// CHECK: vector.load %[[X]][%[[ROW]], %[[COLUMN]]]
func.func @slice(%x: memref<16x256xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<16x256xf32, #vmem>, vector<16x256xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [4, 64], sizes = [8, 128], strides = [1, 1]} : vector<16x256xf32> to vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// Transposed: what was along the rows is now along the columns. The source's elements are the result's, each once.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x16xf32, {{[^,]*}}>, %[[O:[^: ]*]]: memref<16x8xf32
// CHECK: load %[[X]]
// CHECK: store %{{.*}}, %[[O]]
// CHECK-NOT: vector<8x16xf32>
func.func @transpose(%x: memref<8x16xf32, #vmem>, %o: memref<16x8xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x16xf32, #vmem>, vector<8x16xf32>
  %1 = tpu.transpose %0, [1, 0] : vector<8x16xf32> -> vector<16x8xf32>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<16x8xf32, #vmem>, vector<16x8xf32>,
  return
}

// -----

// Unit dimensions come and go without a copy; other reshapes see a temporary in another shape.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @reshape(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32, {{[^,]*}}>, %[[O:[^: ]*]]: memref<1x8x128xf32, {{[^,]*}}>, %[[P:[^: ]*]]: memref<1024xf32
// CHECK: %[[V:.*]] = vector.load %[[X]][%[[I:.*]], %[[J:.*]]]
// CHECK: vector.store %[[V]], %[[O]][%c0, %[[I]], %[[J]]]
// CHECK: vector.load %[[X]]
// CHECK: vector.store %{{.*}}, %[[FLAT:.*]][%{{[^,]*}}] : memref<1024xf32>
// CHECK: %[[W:.*]] = vector.load %[[FLAT]][%[[K:.*]]] : memref<1024xf32>
// CHECK: vector.store %[[W]], %[[P]][%[[K]]]
func.func @reshape(%x: memref<8x128xf32, #vmem>, %o: memref<1x8x128xf32, #vmem>, %p: memref<1024xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = vector.shape_cast %0 : vector<8x128xf32> to vector<1x8x128xf32>
  tpu.vector_store %o[%c0, %c0, %c0], %1 {strides = array<i32>} : memref<1x8x128xf32, #vmem>, vector<1x8x128xf32>,
  %2 = vector.shape_cast %0 : vector<8x128xf32> to vector<1024xf32>
  tpu.vector_store %p[%c0], %2 {strides = array<i32>} : memref<1024xf32, #vmem>, vector<1024xf32>,
  return
}
