// f8E4M3FN: ties go to even, subnormal steps are 1/512, and what is too large is NaN. f8E5M2 has infinities.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=f32[1,12]: [0, 1, 1.0625, 1.1875, 448, 464, 465, -17, 0.0009765625, 0.00146484375, 0.001953125, inf][j]' \
// RUN:   'out0=f32[1,12]: [0, 1, 1, 1.25, 448, 448, nan, -16, 0, 0.001953125, 0.001953125, nan][j]' \
// RUN:   'out1=f32[1,12]: [0, 1, 1, 1.25, 448, 448, 448, -16, 0.0009765625, 0.00146484375, 0.001953125, inf][j]'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<1x12xf32, #vmem>, %fn: memref<1x12xf32, #vmem>, %ieee: memref<1x12xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<1x12xf32, #vmem>, vector<1x12xf32>
  %pn = arith.truncf %a : vector<1x12xf32> to vector<1x12xf8E4M3FN>
  %p = arith.extf %pn : vector<1x12xf8E4M3FN> to vector<1x12xf32>
  tpu.vector_store %fn[%c0, %c0], %p {strides = array<i32>} : memref<1x12xf32, #vmem>, vector<1x12xf32>,
  %qn = arith.truncf %a : vector<1x12xf32> to vector<1x12xf8E5M2>
  %q = arith.extf %qn : vector<1x12xf8E5M2> to vector<1x12xf32>
  tpu.vector_store %ieee[%c0, %c0], %q {strides = array<i32>} : memref<1x12xf32, #vmem>, vector<1x12xf32>,
  return
}
