// Enabled lanes come first, sorted and stable; the others follow in their order.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[16]: (7*i) % 5' \
// RUN:   'in1=i32[16]: i' \
// RUN:   'out0=i32[16]: [in0[a] for a in sorted(range(12), key=lambda a: -in0[a]) + [12, 13, 14, 15]][i]' \
// RUN:   'out1=i32[16]: (sorted(range(12), key=lambda a: -in0[a]) + [12, 13, 14, 15])[i]'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<16xi32, #vmem>, %y: memref<16xi32, #vmem>, %keys: memref<16xi32, #vmem>, %values: memref<16xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %c0 = arith.constant 0 : index
  %a = tpu.vector_load %x[%c0] {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %b = tpu.vector_load %y[%c0] {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %lane = tpu.iota {dimensions = array<i32: 0>} : vector<16xi32>
  %twelve = arith.constant dense<12> : vector<16xi32>
  %m = arith.cmpi slt, %lane, %twelve : vector<16xi32>
  %o, %k, %v = tpu.sort %a, %b masked %m {descending = true} : (vector<16xi32>, vector<16xi32>, vector<16xi1>) -> (vector<16xi1>, vector<16xi32>, vector<16xi32>)
  tpu.vector_store %keys[%c0], %k {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  tpu.vector_store %values[%c0], %v {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  return
}
