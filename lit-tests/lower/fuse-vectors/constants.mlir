// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// One number everywhere is that number; different numbers are a table of the module, truth values one a byte.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @tables(
// CHECK-DAG: %[[FLOATS:.*]] = llvm.mlir.addressof @tessera_table_0_0
// CHECK-DAG: %[[TRUTHS:.*]] = llvm.mlir.addressof @tessera_table_0_1
// CHECK-DAG: %[[A:.*]] = builtin.unrealized_conversion_cast %[[FLOATS]] : !llvm.ptr to memref<32xf32>
// CHECK-DAG: %[[B:.*]] = builtin.unrealized_conversion_cast %[[TRUTHS]] : !llvm.ptr to memref<32xi8>
// CHECK-DAG: vector.load %[[A]][%{{.*}}] : memref<32xf32>, vector<16xf32>
// CHECK-DAG: vector.load %[[B]][%{{.*}}] : memref<32xi8>, vector<16xi8>
// CHECK: llvm.mlir.global private constant @tessera_table_0_0({{.*}}) {{.*}} : !llvm.array<32 x f32>
// CHECK: llvm.mlir.global private constant @tessera_table_0_1({{.*}}) {{.*}} : !llvm.array<32 x i8>
// CHECK-NOT: @tessera_table_0_2
func.func @tables(%o: memref<2x16xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %same = arith.constant dense<3.0> : vector<2x16xf32>
  %table = arith.constant dense<[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0], [0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5, 13.5, 14.5, 15.5]]> : vector<2x16xf32>
  %mask = arith.constant dense<[[true, false, false, false, true, true, true, true, true, true, true, true, true, true, true, true], [false, false, false, false, false, false, false, false, false, false, false, false, false, true, false, true]]> : vector<2x16xi1>
  %0 = arith.select %mask, %table, %same : vector<2x16xi1>, vector<2x16xf32>
  tpu.vector_store %o[%c0, %c0], %0 {strides = array<i32>} : memref<2x16xf32, #vmem>, vector<2x16xf32>,
  return
}
