// RUN: tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors{vector-bits=512})' | FileCheck %s

// Every operation on a 16-bit float rounds its result: two in a row round twice, and nothing between them may be skipped.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @twice(
// CHECK: %[[X:.*]] = vector.load
// CHECK: %[[WIDE:.*]] = arith.extf %[[X]] : vector<16xbf16> to vector<16xf32>
// CHECK: %[[SUM:.*]] = arith.addf %[[WIDE]]
// CHECK: %[[ROUNDED:.*]] = arith.truncf %[[SUM]] : vector<16xf32> to vector<16xbf16>
// CHECK: %[[AGAIN:.*]] = arith.extf %[[ROUNDED]]
// CHECK: %[[DIFFERENCE:.*]] = arith.subf %[[AGAIN]]
// CHECK: %[[LAST:.*]] = arith.truncf %[[DIFFERENCE]]
// CHECK: vector.store %[[LAST]]
func.func @twice(%x: memref<16x128xbf16, #vmem>, %o: memref<16x128xbf16, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %large = arith.constant dense<2.560000e+02> : vector<16x128xbf16>
  %0 = vector.load %x[%c0, %c0] : memref<16x128xbf16, #vmem>, vector<16x128xbf16>
  %1 = arith.addf %0, %large : vector<16x128xbf16>
  %2 = arith.subf %1, %large : vector<16x128xbf16>
  tpu.vector_store %o[%c0, %c0], %2 {strides = array<i32>} : memref<16x128xbf16, #vmem>, vector<16x128xbf16>,
  return
}
