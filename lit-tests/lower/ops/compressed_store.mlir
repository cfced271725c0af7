// On a subcore enabled lanes go to consecutive places.
//
// RUN: tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

#vmem = #tpu.memory_space<vmem>

// CHECK: scf.for {{.*}} iter_args(%[[AT:.*]] = %c0)
// CHECK: scf.if
// CHECK: memref.store %{{.*}}[%[[AT]]]
func.func @kernel(%x: memref<16xi32, #vmem>, %o: memref<16xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %c0 = arith.constant 0 : index
  %a = tpu.vector_load %x[%c0] {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %m = arith.cmpi eq, %a, %a : vector<16xi32>
  tpu.vector_store %o[%c0], %a masked %m {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>, vector<16xi1>
  return
}
