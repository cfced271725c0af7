// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(guard-traps,canonicalize,cse)' | FileCheck %s

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

// -----

// Scalar divisions: reason 1. A constant that divides anything needs no test.

// CHECK-LABEL: func.func @scalars(
// CHECK-SAME: %[[CORE:[^: ]*]]: !llvm.ptr, %[[X:[^: ]*]]: i32, %[[Y:[^: ]*]]: i32
// CHECK-DAG: %[[ZERO:.*]] = arith.cmpi eq, %[[Y]], %c0_i32
// CHECK-DAG: %[[LEAST:.*]] = arith.cmpi eq, %[[X]], %c-2147483648_i32
// CHECK-DAG: %[[MINUS_ONE:.*]] = arith.cmpi eq, %[[Y]], %c-1_i32
// CHECK: %[[OVERFLOW:.*]] = arith.andi %[[LEAST]], %[[MINUS_ONE]]
// CHECK: %[[BAD:.*]] = arith.ori %[[ZERO]], %[[OVERFLOW]]
// CHECK: scf.if %[[BAD]] {
// CHECK-NEXT: func.call @tessera_fail(%[[CORE]], %c0_i32, %c1_i32)
// CHECK: arith.divsi %[[X]], %[[Y]]
// CHECK-NOT: scf.if
// CHECK: arith.remsi
func.func @scalars(%x: i32, %y: i32, %o: memref<2xi32, #tpu.memory_space<smem>>) attributes {iteration_bounds = array<i64: 2, 2>, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i32
  %0 = arith.divsi %x, %y : i32
  %1 = arith.remsi %x, %three : i32
  memref.store %0, %o[%c0] : memref<2xi32, #tpu.memory_space<smem>>
  memref.store %1, %o[%c1] : memref<2xi32, #tpu.memory_space<smem>>
  return
}

// -----

// Lanes are not tested but get what XLA says.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @lanes(
// CHECK: %[[X:.*]] = vector.load
// CHECK: %[[Y:.*]] = vector.load
// CHECK: %[[ZERO:.*]] = arith.cmpi eq, %[[Y]]
// CHECK: %[[SAFE:.*]] = arith.select %[[ZERO]], %{{.*}}, %[[Y]]
// CHECK: %[[REST:.*]] = arith.remui %[[X]], %[[SAFE]]
// CHECK: arith.select %[[ZERO]], %[[X]], %[[REST]]
// CHECK-NOT: scf.if
func.func @lanes(%x: memref<8x128xi32, #vmem>, %y: memref<8x128xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xi32, #vmem>, vector<8x128xi32>
  %1 = vector.load %y[%c0, %c0] : memref<8x128xi32, #vmem>, vector<8x128xi32>
  %2 = arith.remui %0, %1 : vector<8x128xi32>
  tpu.vector_store %x[%c0, %c0], %2 {strides = array<i32>} : memref<8x128xi32, #vmem>, vector<8x128xi32>,
  return
}
