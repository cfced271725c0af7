// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// The matrix unit.

// CHECK-LABEL: func.func @matmul(
func.func @matmul(%a: vector<64x256xbf16>, %b: vector<128x256xbf16>, %c: vector<64x128xf32>) {
  // CHECK: tpu.matmul %{{.*}}, %{{.*}}, %{{.*}} {dimension_numbers = #tpu.dot_dimension_numbers<[1], [1], [0], [0], [0, 0, 1, 0], [], []>, precision = #tpu.contract_precision<fp32>, transpose_lhs_hint = false} : vector<64x256xbf16>, vector<128x256xbf16>, vector<64x128xf32> -> vector<64x128xf32>
  %0 = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[1], [1], [0], [0], [0, 0, 1, 0], [], []>, precision = #tpu.contract_precision<fp32>, transpose_lhs_hint = false} : vector<64x256xbf16>, vector<128x256xbf16>, vector<64x128xf32> -> vector<64x128xf32>
  // CHECK: tpu.matmul %{{.*}}, %{{.*}}, %{{.*}} {transpose_lhs_hint = true, transpose_rhs = true} : vector<64x256xbf16>, vector<128x256xbf16>, vector<64x128xf32> -> vector<64x128xf32>
  %1 = tpu.matmul %a, %b, %c {transpose_lhs_hint = true, transpose_rhs = true} : vector<64x256xbf16>, vector<128x256xbf16>, vector<64x128xf32> -> vector<64x128xf32>
  return
}

// CHECK-LABEL: func.func @explicit(
func.func @explicit(%a: vector<16x256xbf16>, %b: vector<256x256xbf16>) {
  // CHECK: tpu.matmul_push_rhs %{{.*}} {mxu_index = 1 : i32} : vector<256x256xbf16>
  tpu.matmul_push_rhs %b {mxu_index = 1 : i32} : vector<256x256xbf16>
  // CHECK: tpu.matmul_push_rhs %{{.*}} {mxu_index = 0 : i32, staging_register = 1 : i32, transpose = true} : vector<256x256xbf16>
  tpu.matmul_push_rhs %b {mxu_index = 0 : i32, staging_register = 1 : i32, transpose = true} : vector<256x256xbf16>
  // CHECK: tpu.matmul_acc_lhs 4, %{{.*}} {mxu_index = 0 : i32} : vector<16x256xbf16>
  tpu.matmul_acc_lhs 4, %a {mxu_index = 0 : i32} : vector<16x256xbf16>
  // CHECK: tpu.matmul_acc_lhs 0, %{{.*}} {load_staged_rhs = 1 : i32, mxu_index = 0 : i32} : vector<16x256xbf16>
  tpu.matmul_acc_lhs 0, %a {load_staged_rhs = 1 : i32, mxu_index = 0 : i32} : vector<16x256xbf16>
  // CHECK: tpu.matmul_pop 4 {mxu_index = 0 : i32} : vector<16x256xf32>
  %0 = tpu.matmul_pop 4 {mxu_index = 0 : i32} : vector<16x256xf32>
  // CHECK: tpu.matmul_lhs_fifo %{{.*}} {load_staged_rhs = 0 : i32, mxu_index = 1 : i32} : vector<16x256xbf16>
  tpu.matmul_lhs_fifo %a {load_staged_rhs = 0 : i32, mxu_index = 1 : i32} : vector<16x256xbf16>
  // CHECK: tpu.matmul_pop_fifo 1 : vector<16x256xf32>
  %1 = tpu.matmul_pop_fifo 1 : vector<16x256xf32>
  return
}
