// Lane operations are left to the machine.
//
// RUN: tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

#vmem = #tpu.memory_space<vmem>

// CHECK: call @tessera_scan(
// CHECK: call @tessera_all_reduce(
func.func @kernel(%x: memref<16xi32, #vmem>, %o: memref<16xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %c0 = arith.constant 0 : index
  %a = tpu.vector_load %x[%c0] {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %s = tpu.scan <sum>, %a : vector<16xi32>, -> vector<16xi32>
  %t = tpu.all_reduce %s {dim = 0 : i64, kind = #tpu.reduction_kind<max>} : vector<16xi32> -> vector<16xi32>
  tpu.vector_store %o[%c0], %t {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  return
}
