// Matrix products of odd sizes: with an accumulator, with a transposed side, of batches, of integers, of a computed side.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[5,37]: (3*i + j) % 7 - 3' 'in1=f32[37,19]: (i + 5*j) % 9 - 4' \
// RUN:   'in2=f32[19,37]: in1[j, i]' 'in3=i8[2,5,37]: (7*i + 3*j + k) % 11 - 5' 'in4=i8[2,37,19]: (i + j + k) % 5 - 2' \
// RUN:   'out0=f32[5,19]: 10 + sum(in0[i, n]*in1[n, j] for n in range(37))' \
// RUN:   'out1=f32[5,19]: sum(2*in0[i, n]*in2[j, n] for n in range(37))' \
// RUN:   'out2=i32[2,5,19]: sum(in3[i, j, n]*in4[i, n, k] for n in range(37))' \
// RUN:   'out3=bf16[5,19]: sum(in0[i, n]*in1[n, j] for n in range(37))'
// RUN: tessera run --no-check %s --outputs 4 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 95 elements as expected
// CHECK: out1: all 95 elements as expected
// CHECK: out2: all 190 elements as expected
// CHECK: out3: all 95 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @products(%a: memref<5x37xf32, #vmem>, %b: memref<37x19xf32, #vmem>, %t: memref<19x37xf32, #vmem>, %p: memref<2x5x37xi8, #vmem>, %q: memref<2x37x19xi8, #vmem>, %sum: memref<5x19xf32, #vmem>, %turned: memref<5x19xf32, #vmem>, %batches: memref<2x5x19xi32, #vmem>, %narrow: memref<5x19xbf16, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %a[%c0, %c0] : memref<5x37xf32, #vmem>, vector<5x37xf32>
  %1 = vector.load %b[%c0, %c0] : memref<37x19xf32, #vmem>, vector<37x19xf32>
  %ten = arith.constant dense<1.0e+01> : vector<5x19xf32>
  %2 = tpu.matmul %0, %1, %ten {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>, transpose_lhs_hint = false} : vector<5x37xf32>, vector<37x19xf32>, vector<5x19xf32> -> vector<5x19xf32>
  tpu.vector_store %sum[%c0, %c0], %2 {strides = array<i32>} : memref<5x19xf32, #vmem>, vector<5x19xf32>,

  %3 = vector.load %t[%c0, %c0] : memref<19x37xf32, #vmem>, vector<19x37xf32>
  %double = arith.addf %0, %0 : vector<5x37xf32>
  %zero = arith.constant dense<0.0> : vector<5x19xf32>
  %4 = tpu.matmul %double, %3, %zero {dimension_numbers = #tpu.dot_dimension_numbers<[1], [1], [0], [0], [0, 0, 1, 0], [], []>, transpose_lhs_hint = false} : vector<5x37xf32>, vector<19x37xf32>, vector<5x19xf32> -> vector<5x19xf32>
  tpu.vector_store %turned[%c0, %c0], %4 {strides = array<i32>} : memref<5x19xf32, #vmem>, vector<5x19xf32>,

  %5 = vector.load %p[%c0, %c0, %c0] : memref<2x5x37xi8, #vmem>, vector<2x5x37xi8>
  %6 = vector.load %q[%c0, %c0, %c0] : memref<2x37x19xi8, #vmem>, vector<2x37x19xi8>
  %none = arith.constant dense<0> : vector<2x5x19xi32>
  %7 = tpu.matmul %5, %6, %none {dimension_numbers = #tpu.dot_dimension_numbers<[2], [1], [1], [2], [0, 0, 0, 1, 1, 2], [0], [0]>, transpose_lhs_hint = false} : vector<2x5x37xi8>, vector<2x37x19xi8>, vector<2x5x19xi32> -> vector<2x5x19xi32>
  tpu.vector_store %batches[%c0, %c0, %c0], %7 {strides = array<i32>} : memref<2x5x19xi32, #vmem>, vector<2x5x19xi32>,

  %8 = arith.truncf %0 : vector<5x37xf32> to vector<5x37xbf16>
  %9 = arith.truncf %1 : vector<37x19xf32> to vector<37x19xbf16>
  %nil = arith.constant dense<0.0> : vector<5x19xbf16>
  %10 = tpu.matmul %8, %9, %nil {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>, transpose_lhs_hint = false} : vector<5x37xbf16>, vector<37x19xbf16>, vector<5x19xbf16> -> vector<5x19xbf16>
  tpu.vector_store %narrow[%c0, %c0], %10 {strides = array<i32>} : memref<5x19xbf16, #vmem>, vector<5x19xbf16>,
  return
}
