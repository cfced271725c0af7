// Under a mask a subcore stores enabled lanes one behind the other, and loads them from there.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[16]: 10*i' \
// RUN:   'out0=i32[16]: in0[2*i + 1] if i < 8 else 0' \
// RUN:   'out1=i32[16]: in0[i] if i % 2 else 0'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<16xi32, #vmem>, %packed: memref<16xi32, #vmem>, %back: memref<16xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %c0 = arith.constant 0 : index
  %a = tpu.vector_load %x[%c0] {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %lane = tpu.iota {dimensions = array<i32: 0>} : vector<16xi32>
  %one = arith.constant dense<1> : vector<16xi32>
  %bit = arith.andi %lane, %one : vector<16xi32>
  %m = arith.cmpi eq, %bit, %one : vector<16xi32>
  %z = arith.constant dense<0> : vector<16xi32>
  tpu.vector_store %packed[%c0], %z {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  tpu.vector_store %packed[%c0], %a masked %m {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>, vector<16xi1>
  %e = tpu.vector_load %packed[%c0] masked %m {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>, vector<16xi1>
  %f = arith.select %m, %e, %z : vector<16xi1>, vector<16xi32>
  tpu.vector_store %back[%c0], %f {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  return
}
