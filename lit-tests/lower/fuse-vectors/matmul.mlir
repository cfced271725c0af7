// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// One call of the run time's micro-kernel: element type, rows, columns, depth, then address and two strides for each of
// left, right and result; the last number says whether to add to what is there. f32 operands go as they lie.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[CORE:.*]]: !llvm.ptr, %[[A:[^: ]*]]: memref<16x256xf32, {{[^,]*}}>, %[[B:[^: ]*]]: memref<256x128xf32
// CHECK: %[[LEFT:.*]]:3 = builtin.unrealized_conversion_cast %[[A]]
// CHECK: %[[RIGHT:.*]]:3 = builtin.unrealized_conversion_cast %[[B]]
// CHECK-NOT: scf.for
// CHECK: call @tessera_gemm(%[[CORE]], %c9_i32, %c16_i64, %c128_i64, %c256_i64, {{.*}}, %c0_i32)
func.func @product(%a: memref<16x256xf32, #vmem>, %b: memref<256x128xf32, #vmem>, %o: memref<16x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %a[%c0, %c0] : memref<16x256xf32, #vmem>, vector<16x256xf32>
  %1 = vector.load %b[%c0, %c0] : memref<256x128xf32, #vmem>, vector<256x128xf32>
  %zero = arith.constant dense<0.0> : vector<16x128xf32>
  %2 = tpu.matmul %0, %1, %zero {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>, transpose_lhs_hint = false} : vector<16x256xf32>, vector<256x128xf32>, vector<16x128xf32> -> vector<16x128xf32>
  tpu.vector_store %o[%c0, %c0], %2 {strides = array<i32>} : memref<16x128xf32, #vmem>, vector<16x128xf32>,
  return
}

// -----

// A transposed right side is a matter of strides; an accumulator that is not zero is put in place first. bf16 is
// widened into temporaries.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @transposed(
// CHECK-SAME: %[[A:[^: ]*]]: memref<16x256xbf16, {{[^,]*}}>, %[[B:[^: ]*]]: memref<128x256xf32, {{[^,]*}}>, %[[O:[^: ]*]]: memref
// CHECK: vector.load %[[O]]
// CHECK: vector.load %[[A]]{{.*}}, vector<16xbf16>
// CHECK: arith.extf
// CHECK-NOT: vector.load %[[B]]
// CHECK: %[[RIGHT:.*]]:3 = builtin.unrealized_conversion_cast %[[B]]
// CHECK-DAG: %[[ROW:.*]] = arith.index_cast %[[RIGHT]]#1
// CHECK-DAG: %[[COLUMN:.*]] = arith.index_cast %[[RIGHT]]#2
// CHECK: call @tessera_gemm({{.*}}, %[[RIGHT]]#0, %[[COLUMN]], %[[ROW]], {{.*}}, %c1_i32)
func.func @transposed(%a: memref<16x256xbf16, #vmem>, %b: memref<128x256xf32, #vmem>, %o: memref<16x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %a[%c0, %c0] : memref<16x256xbf16, #vmem>, vector<16x256xbf16>
  %1 = vector.load %b[%c0, %c0] : memref<128x256xf32, #vmem>, vector<128x256xf32>
  %2 = vector.load %o[%c0, %c0] : memref<16x128xf32, #vmem>, vector<16x128xf32>
  %3 = tpu.matmul %0, %1, %2 {dimension_numbers = #tpu.dot_dimension_numbers<[1], [1], [0], [0], [0, 0, 1, 0], [], []>, transpose_lhs_hint = false} : vector<16x256xbf16>, vector<128x256xf32>, vector<16x128xf32> -> vector<16x128xf32>
  tpu.vector_store %o[%c0, %c0], %3 {strides = array<i32>} : memref<16x128xf32, #vmem>, vector<16x128xf32>,
  return
}

// -----

// Batches: a call each.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @batched(
// CHECK: scf.for %[[BATCH:.*]] = %c0 to %c4
// CHECK: func.call @tessera_gemm(%{{.*}}, %c9_i32, %c8_i64, %c128_i64, %c64_i64
func.func @batched(%a: memref<4x8x64xf32, #vmem>, %b: memref<4x64x128xf32, #vmem>, %o: memref<4x8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %a[%c0, %c0, %c0] : memref<4x8x64xf32, #vmem>, vector<4x8x64xf32>
  %1 = vector.load %b[%c0, %c0, %c0] : memref<4x64x128xf32, #vmem>, vector<4x64x128xf32>
  %zero = arith.constant dense<0.0> : vector<4x8x128xf32>
  %2 = tpu.matmul %0, %1, %zero {dimension_numbers = #tpu.dot_dimension_numbers<[2], [1], [1], [2], [0, 0, 0, 1, 1, 2], [0], [0]>, transpose_lhs_hint = false} : vector<4x8x64xf32>, vector<4x64x128xf32>, vector<4x8x128xf32> -> vector<4x8x128xf32>
  tpu.vector_store %o[%c0, %c0, %c0], %2 {strides = array<i32>} : memref<4x8x128xf32, #vmem>, vector<4x8x128xf32>,
  return
}
