// Several kept and contracted dimensions, and an output order that mixes them.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=f32[2,3,4,5]: i + 2*j - k + l' \
// RUN:   'in1=f32[4,6,5]: i - j + k' \
// RUN:   'out0=f32[6,2,3]: sum(in0[j, k, a, c]*in1[a, i, c] for a in range(4) for c in range(5))'
// RUN: tessera run --no-check %s --outputs 1 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-1: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<2x3x4x5xf32, #vmem>, %y: memref<4x6x5xf32, #vmem>, %o: memref<6x2x3xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0, %c0, %c0] : memref<2x3x4x5xf32, #vmem>, vector<2x3x4x5xf32>
  %b = vector.load %y[%c0, %c0, %c0] : memref<4x6x5xf32, #vmem>, vector<4x6x5xf32>
  %z = arith.constant dense<0.0> : vector<6x2x3xf32>
  %m = tpu.matmul %a, %b, %z {dimension_numbers = #tpu.dot_dimension_numbers<[2, 3], [0, 2], [0, 1], [1], [1, 1, 0, 0, 0, 1], [], []>, transpose_lhs_hint = false} : vector<2x3x4x5xf32>, vector<4x6x5xf32>, vector<6x2x3xf32> -> vector<6x2x3xf32>
  tpu.vector_store %o[%c0, %c0, %c0], %m {strides = array<i32>} : memref<6x2x3xf32, #vmem>, vector<6x2x3xf32>,
  return
}
