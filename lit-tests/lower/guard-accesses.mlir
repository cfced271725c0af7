// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(guard-accesses,canonicalize,cse)' | FileCheck %s

// One test for a whole block, of the indices that are not known; none where all are known to fit. A negative index is
// too large, seen without its sign.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @block(
// CHECK-SAME: %[[CORE:[^: ]*]]: !llvm.ptr, %[[X:[^: ]*]]: memref<32x128xf32, {{[^,]*}}>, %[[I:[^: ]*]]: index
// CHECK: vector.load %[[X]][%c0, %c0]
// CHECK: %[[BAD:.*]] = arith.cmpi ugt, %[[I]], %c24 : index
// CHECK: scf.if %[[BAD]] {
// CHECK-NEXT: func.call @tessera_fail(%[[CORE]], %c0_i32, %c2_i32)
// CHECK-NEXT: }
// CHECK-NEXT: tpu.vector_store %[[X]][%[[I]], %c0]
func.func @block(%x: memref<32x128xf32, #vmem>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<32x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %x[%i, %c0], %0 {strides = array<i32>} : memref<32x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// Slices on the way are tested where they are used, with all that leads to them. A load that nobody uses is no access.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @slice(
// CHECK-SAME: %[[I:[^: ]*]]: i32, %[[J:[^: ]*]]: index
// CHECK: tpu.memref_slice
// CHECK-NOT: scf.if
// CHECK: %[[ELEMENT:.*]] = arith.cmpi ugt, %[[J]], %c7 : index
// CHECK: %[[START:.*]] = arith.cmpi ugt, %[[I]], %c24_i32 : i32
// CHECK: %[[BAD:.*]] = arith.ori %[[ELEMENT]], %[[START]]
// CHECK: scf.if %[[BAD]]
// CHECK-NOT: scf.if
func.func @slice(%x: memref<32x128xf32, #vmem>, %i: i32, %j: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %slice = tpu.memref_slice %x[%i, %zero] : memref<32x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  %unused = memref.load %slice[%j, %c0] : memref<8x128xf32, #vmem>
  memref.store %f, %slice[%j, %c0] : memref<8x128xf32, #vmem>
  return
}
