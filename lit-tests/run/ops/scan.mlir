// Only enabled lanes count. Before the first of them a sum is zero and a maximum the lane itself; integers compare without sign.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[16]: (7*i) % 16' \
// RUN:   'out0=i32[16]: sum(in0[a] for a in range(i + 1) if a % 3 == 1)' \
// RUN:   'out1=i32[16]: max([in0[a] for a in range(i + 1) if a % 3 == 1], default=in0[i])'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<16xi32, #vmem>, %sum: memref<16xi32, #vmem>, %max: memref<16xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %c0 = arith.constant 0 : index
  %a = tpu.vector_load %x[%c0] {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %lane = tpu.iota {dimensions = array<i32: 0>} : vector<16xi32>
  %three = arith.constant dense<3> : vector<16xi32>
  %one = arith.constant dense<1> : vector<16xi32>
  %r = arith.remsi %lane, %three : vector<16xi32>
  %m = arith.cmpi eq, %r, %one : vector<16xi32>
  %s = tpu.scan <sum>, %a masked %m : vector<16xi32>, vector<16xi1> -> vector<16xi32>
  tpu.vector_store %sum[%c0], %s {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  %t = tpu.scan <max>, %a masked %m : vector<16xi32>, vector<16xi1> -> vector<16xi32>
  tpu.vector_store %max[%c0], %t {strides = array<i32>} : memref<16xi32, #vmem>, vector<16xi32>,
  return
}
