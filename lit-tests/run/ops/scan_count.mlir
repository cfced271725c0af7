// How often a value came up so far, among the enabled lanes.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[16]: i % 3' \
// RUN:   'out0=i32[16]: i // 3 + 1'
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-1: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<16xi32, #vmem>, %o: memref<16xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %c0 = arith.constant 0 : index
  %a = tpu.vector_load %x[%c0] {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %m = arith.constant dense<true> : vector<16xi1>
  %last, %n = tpu.scan_count mask(%m : vector<16xi1>) value(%a : vector<16xi32>) : vector<16xi1>, vector<16xi32>
  tpu.vector_store %o[%c0], %n {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  return
}
