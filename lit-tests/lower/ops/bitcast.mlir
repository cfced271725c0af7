// A change of width is a loop over the result that shifts and cuts.
//
// RUN: tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

#vmem = #tpu.memory_space<vmem>

// CHECK: scf.for
// CHECK: arith.divui
// CHECK: arith.shrui
// CHECK: arith.trunci {{.*}} : vector<16xi32> to vector<16xi16>
func.func @kernel(%x: memref<8x128xi32, #vmem>, %o: memref<16x128xi16, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<8x128xi32, #vmem>, vector<8x128xi32>
  %n = tpu.bitcast %a : vector<8x128xi32> -> vector<16x128xi16>
  tpu.vector_store %o[%c0, %c0], %n {strides = array<i32>} : memref<16x128xi16, #vmem>, vector<16x128xi16>,
  return
}
