// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// 45 columns: two full vectors, then 8, 4 and 1 elements. Nothing is read or written beyond the end.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @tails(
// CHECK: scf.for %[[I:.*]] = %c0 to %c3
// CHECK:   scf.for %[[J:.*]] = %c0 to %c32 step %c16
// CHECK:     vector.store {{.*}}[%[[I]], %[[J]]] : {{.*}}, vector<16xf32>
// CHECK:   }
// CHECK:   vector.store {{.*}}[%[[I]], %c32] : {{.*}}, vector<8xf32>
// CHECK:   vector.store {{.*}}[%[[I]], %c40] : {{.*}}, vector<4xf32>
// CHECK:   memref.store {{.*}}[%[[I]], %c44] : memref<3x45xf32
// CHECK-NOT: store
// CHECK: return
func.func @tails(%x: memref<3x45xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<3x45xf32, #vmem>, vector<3x45xf32>
  %1 = arith.addf %0, %0 : vector<3x45xf32>
  tpu.vector_store %x[%c0, %c0], %1 {strides = array<i32>} : memref<3x45xf32, #vmem>, vector<3x45xf32>,
  return
}

// -----

// A column: vectors would run along the rows there, for the last dimension has one element only.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @column(
// CHECK-NOT: vector<8x1xf32>
// CHECK: return
func.func @column(%x: memref<8x1xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x1xf32, #vmem>, vector<8x1xf32>
  %1 = arith.addf %0, %0 : vector<8x1xf32>
  tpu.vector_store %x[%c0, %c0], %1 {strides = array<i32>} : memref<8x1xf32, #vmem>, vector<8x1xf32>,
  return
}
