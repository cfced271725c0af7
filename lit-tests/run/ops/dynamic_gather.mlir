// Indices count modulo the size of the gathered dimensions taken together.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=f32[8,70]: 100*i + j' \
// RUN:   'in1=i32[8,70]: 3*i + j - 5' \
// RUN:   'out0=f32[8,70]: in0[in1[i, j] % 8, j]' \
// RUN:   'out1=f32[8,70]: in0[in1[i, j] % 560 // 70, in1[i, j] % 560 % 70]'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x70xf32, #vmem>, %at: memref<8x70xi32, #vmem>, %rows: memref<8x70xf32, #vmem>, %both: memref<8x70xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<8x70xf32, #vmem>, vector<8x70xf32>
  %i = vector.load %at[%c0, %c0] : memref<8x70xi32, #vmem>, vector<8x70xi32>
  %g = tpu.dynamic_gather %a[%i] in [0] : vector<8x70xf32>, vector<8x70xi32> -> vector<8x70xf32>
  tpu.vector_store %rows[%c0, %c0], %g {strides = array<i32>} : memref<8x70xf32, #vmem>, vector<8x70xf32>,
  %h = tpu.dynamic_gather %a[%i] in [0, 1] : vector<8x70xf32>, vector<8x70xi32> -> vector<8x70xf32>
  tpu.vector_store %both[%c0, %c0], %h {strides = array<i32>} : memref<8x70xf32, #vmem>, vector<8x70xf32>,
  return
}
