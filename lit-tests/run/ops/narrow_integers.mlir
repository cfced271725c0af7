// Integers of less than a byte wrap at their width and keep their sign.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[8,70]: i + j - 30' \
// RUN:   'out0=i32[8,70]: (2*in0[i, j] + 8) % 16 - 8'
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-1: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x70xi32, #vmem>, %o: memref<8x70xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<8x70xi32, #vmem>, vector<8x70xi32>
  %n = arith.trunci %a : vector<8x70xi32> to vector<8x70xi4>
  %s = arith.addi %n, %n : vector<8x70xi4>
  %m = memref.alloca() : memref<8x70xi4, #vmem>
  tpu.vector_store %m[%c0, %c0], %s {strides = array<i32>} : memref<8x70xi4, #vmem>, vector<8x70xi4>,
  %b = vector.load %m[%c0, %c0] : memref<8x70xi4, #vmem>, vector<8x70xi4>
  %w = arith.extsi %b : vector<8x70xi4> to vector<8x70xi32>
  tpu.vector_store %o[%c0, %c0], %w {strides = array<i32>} : memref<8x70xi32, #vmem>, vector<8x70xi32>,
  return
}
