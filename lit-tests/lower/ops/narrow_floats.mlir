// A narrow float is held as its bits, and widened where it is computed with.
//
// RUN: tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

#vmem = #tpu.memory_space<vmem>

// CHECK: vector.load {{.*}} vector<16xf8E4M3FN>
// CHECK: arith.bitcast {{.*}} to vector<16xi8>
// CHECK: arith.extui {{.*}} to vector<16xi32>
// CHECK-NOT: arith.extf
func.func @kernel(%x: memref<8x128xf8E4M3FN, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<8x128xf8E4M3FN, #vmem>, vector<8x128xf8E4M3FN>
  %n = arith.extf %a : vector<8x128xf8E4M3FN> to vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %n {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
