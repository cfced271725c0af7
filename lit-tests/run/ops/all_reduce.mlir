// Truth values sum to their count; the first set one is its lane.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[16]: 1 if i in (5, 9, 11) else 0' \
// RUN:   'out0=i32[16]: 3' \
// RUN:   'out1=i32[16]: 5'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<16xi32, #vmem>, %count: memref<16xi32, #vmem>, %first: memref<16xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %c0 = arith.constant 0 : index
  %a = tpu.vector_load %x[%c0] {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %one = arith.constant dense<1> : vector<16xi32>
  %m = arith.cmpi eq, %a, %one : vector<16xi32>
  %n = tpu.all_reduce %m {dim = 0 : i64, kind = #tpu.reduction_kind<sum>} : vector<16xi1> -> vector<16xi32>
  tpu.vector_store %count[%c0], %n {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %f = tpu.all_reduce %m {dim = 0 : i64, kind = #tpu.reduction_kind<find_first_set>} : vector<16xi1> -> vector<16xi32>
  tpu.vector_store %first[%c0], %f {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  return
}
