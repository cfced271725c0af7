// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(lower-refs,canonicalize,cse)' | FileCheck %s

// A ref that comes as an address alone is row-major; one that comes with strides uses them. Views only move the address.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @views(
// CHECK-SAME: %[[ADDRESS:.*]]: !llvm.ptr, %[[STRIDE:.*]]: index, %[[I:.*]]: index, %[[ROW:.*]]: i32)
// CHECK-NOT: memref
//   Slice: ROW * 128, then element [I, 3] of it.
// CHECK: %[[ROW64:.*]] = arith.extsi %[[ROW]] : i32 to i64
// CHECK: %[[AT_ROW:.*]] = arith.muli %[[ROW64]], %c128_i64
// CHECK: %[[SLICE:.*]] = llvm.getelementptr %[[ADDRESS]][%[[AT_ROW]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[I64:.*]] = arith.index_cast %[[I]] : index to i64
// CHECK: %[[AT_I:.*]] = arith.muli %[[I64]], %c128_i64
// CHECK: %[[AT:.*]] = arith.addi %[[AT_I]], %c3_i64
// CHECK: %[[ELEMENT:.*]] = llvm.getelementptr %[[SLICE]][%[[AT]]]
// CHECK: %[[VALUE:.*]] = llvm.load %[[ELEMENT]] {alignment = 4 : i64} : !llvm.ptr -> f32
//   The same element of the ref with strides.
// CHECK: %[[STRIDE64:.*]] = arith.index_cast %[[STRIDE]]
// CHECK: %[[SCALED:.*]] = arith.muli %[[I64]], %[[STRIDE64]]
// CHECK: %[[OTHER:.*]] = arith.addi %[[SCALED]], %c3_i64
// CHECK: %[[TARGET:.*]] = llvm.getelementptr %[[ADDRESS]][%[[OTHER]]]
// CHECK: llvm.store %[[VALUE]], %[[TARGET]]
func.func @views(%address: !llvm.ptr, %stride: index, %i: index, %row: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<32x128xf32, #vmem>
  %multiple = tpu.assume_multiple %row, 8 : i32
  %slice = tpu.memref_slice %x[%multiple, %c0] : memref<32x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  %0 = memref.load %slice[%i, %c3] : memref<8x128xf32, #vmem>
  %y = builtin.unrealized_conversion_cast %address, %stride, %c1 : !llvm.ptr, index, index to memref<8x128xf32, #vmem>
  memref.store %0, %y[%i, %c3] : memref<8x128xf32, #vmem>
  return
}

// -----

// Squeezing drops strides of dimensions of size 1, whatever they are; a reshape of a whole contiguous ref recounts.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME: %[[ADDRESS:.*]]: !llvm.ptr, %[[STRIDE:.*]]: index, %[[I:.*]]: index)
// CHECK: %[[STRIDE64:.*]] = arith.index_cast %[[STRIDE]]
// CHECK: arith.muli %{{.*}}, %[[STRIDE64]]
// CHECK: llvm.load
// CHECK: %[[FLAT:.*]] = llvm.getelementptr %[[ADDRESS]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: llvm.store %{{.*}}, %[[FLAT]]
func.func @reshaped(%address: !llvm.ptr, %stride: index, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c77 = arith.constant 77 : index
  %x = builtin.unrealized_conversion_cast %address, %c77, %stride, %c1 : !llvm.ptr, index, index, index to memref<1x8x128xf32, #vmem>
  %squeezed = tpu.memref_squeeze %x : memref<1x8x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  %0 = memref.load %squeezed[%i, %c0] : memref<8x128xf32, #vmem>
  %y = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<8x128xf32, #vmem>
  %flat = tpu.memref_reshape %y : memref<8x128xf32, #vmem> -> memref<1024xf32, #vmem>
  memref.store %0, %flat[%i] : memref<1024xf32, #vmem>
  return
}

// -----

// A truth value takes a byte in memory; a vector of them a vector of bytes.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @truth(
// CHECK: %[[BYTES:.*]] = llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr -> vector<16xi8>
// CHECK: %[[TRUTH:.*]] = arith.trunci %[[BYTES]] : vector<16xi8> to vector<16xi1>
// CHECK: %[[BACK:.*]] = arith.extui %{{.*}} : vector<16xi1> to vector<16xi8>
// CHECK: llvm.store %[[BACK]]
func.func @truth(%address: !llvm.ptr, %other: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %x = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<128xi1, #vmem>
  %0 = vector.load %x[%c0] : memref<128xi1, #vmem>, vector<16xi1>
  %1 = arith.xori %0, %other : vector<16xi1>
  vector.store %1, %x[%c0] : memref<128xi1, #vmem>, vector<16xi1>
  return
}

// -----

// The size of a view: known, or what the slice was given.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[N:[^: ]*]]: i32
// CHECK: %[[SIZE:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: return %[[SIZE]], %c128
func.func @sizes(%address: !llvm.ptr, %n: i32) -> (index, index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<32x128xf32, #vmem>
  %some = tpu.memref_slice %x[%zero, %zero] <%n> : memref<32x128xf32, #vmem> -> memref<?x128xf32, #vmem>
  %0 = memref.dim %some, %c0 : memref<?x128xf32, #vmem>
  %1 = memref.dim %some, %c1 : memref<?x128xf32, #vmem>
  return %0, %1 : index, index
}
