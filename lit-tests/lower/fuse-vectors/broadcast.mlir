// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// A row is read as vectors, a column as single elements that fill one; nothing is stored on the way.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @row_and_column(
// CHECK-SAME: %[[ROW:[^: ]*]]: memref<1x128xf32, {{[^,]*}}>, %[[COLUMN:[^: ]*]]: memref<8x1xf32, {{[^,]*}}>, %[[O:[^: ]*]]: memref
// CHECK-SAME: tessera.arena_bytes = 0
// CHECK: scf.for %[[I:.*]] = %c0 to %c8
// CHECK: scf.for %[[J:.*]] = %c0 to %c128
// CHECK: %[[A:.*]] = vector.load %[[ROW]][%c0, %[[J]]] : {{.*}}, vector<16xf32>
// CHECK: %[[ELEMENT:.*]] = memref.load %[[COLUMN]][%[[I]], %c0]
// CHECK: %[[B:.*]] = vector.broadcast %[[ELEMENT]] : f32 to vector<16xf32>
// CHECK: arith.addf %[[A]], %[[B]]
func.func @row_and_column(%row: memref<1x128xf32, #vmem>, %column: memref<8x1xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %row[%c0, %c0] : memref<1x128xf32, #vmem>, vector<1x128xf32>
  %1 = vector.load %column[%c0, %c0] : memref<8x1xf32, #vmem>, vector<8x1xf32>
  %2 = vector.broadcast %0 : vector<1x128xf32> to vector<8x128xf32>
  %3 = vector.broadcast %1 : vector<8x1xf32> to vector<8x128xf32>
  %4 = arith.addf %2, %3 : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %4 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
