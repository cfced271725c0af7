// The best element and its place are carried along the axis.
//
// RUN: tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

#vmem = #tpu.memory_space<vmem>

// CHECK: scf.for {{.*}} iter_args(%{{.*}}, %{{.*}}) -> (vector<16xf32>, vector<16xi32>)
// CHECK: arith.cmpf ogt
// CHECK: arith.cmpf uno
func.func @kernel(%x: memref<8x128xf32, #vmem>, %o: memref<128xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %n = tpu.reduce_index %a {axis = 0 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<8x128xf32> -> vector<128xi32>
  tpu.vector_store %o[%c0], %n {strides = array<i32>} : memref<128xi32, #vmem>, vector<128xi32>,
  return
}
