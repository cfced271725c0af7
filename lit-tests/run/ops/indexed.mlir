// Lanes read and write where an index says; added lanes add up, and of equal indices the last one stays.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[16]: 10*i' \
// RUN:   'in1=i32[16]: (5*i) % 8' \
// RUN:   'out0=i32[16]: in0[in1[i]]' \
// RUN:   'out1=i32[16]: sum(in0[a] for a in range(16) if in1[a] == i)' \
// RUN:   'out2=i32[16]: max([in0[a] for a in range(16) if in1[a] == i], default=0)'
// RUN: tessera run %s --outputs 3 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-3: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<16xi32, #vmem>, %at: memref<16xi32, #vmem>, %loaded: memref<16xi32, #vmem>, %added: memref<16xi32, #vmem>, %stored: memref<16xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %c0 = arith.constant 0 : index
  %a = tpu.vector_load %x[%c0] {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %i = tpu.vector_load %at[%c0] {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %z = arith.constant dense<0> : vector<16xi32>
  tpu.vector_store %added[%c0], %z {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  tpu.vector_store %stored[%c0], %z {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %g = tpu.vector_load_idx %x[%i] : memref<16xi32, #vmem>[vector<16xi32>], vector<16xi32>,
  tpu.vector_store %loaded[%c0], %g {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  tpu.vector_store_idx %added[%i], %a {add = true} : memref<16xi32, #vmem>[vector<16xi32>], vector<16xi32>,
  tpu.vector_store_idx %stored[%i], %a : memref<16xi32, #vmem>[vector<16xi32>], vector<16xi32>,
  return
}
