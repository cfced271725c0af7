// Source k is in bits 16k of a word; unpacking takes it out again.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=f32[8,70]: i + j' \
// RUN:   'in1=f32[8,70]: i - j' \
// RUN:   'out0=f32[8,70]: in1[i, j]' \
// RUN:   'out1=f32[8,70]: in0[i, j]'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x70xf32, #vmem>, %y: memref<8x70xf32, #vmem>, %high: memref<8x70xf32, #vmem>, %low: memref<8x70xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<8x70xf32, #vmem>, vector<8x70xf32>
  %b = vector.load %y[%c0, %c0] : memref<8x70xf32, #vmem>, vector<8x70xf32>
  %p = tpu.pack_elementwise %a, %b {target_type = bf16} : vector<8x70xf32>, vector<8x70xf32> -> vector<8x70xi32>
  %h = tpu.unpack_elementwise %p, 1 {source_type = bf16} : vector<8x70xi32> -> vector<8x70xf32>
  tpu.vector_store %high[%c0, %c0], %h {strides = array<i32>} : memref<8x70xf32, #vmem>, vector<8x70xf32>,
  %l = tpu.unpack_elementwise %p, 0 {source_type = bf16} : vector<8x70xi32> -> vector<8x70xf32>
  tpu.vector_store %low[%c0, %c0], %l {strides = array<i32>} : memref<8x70xf32, #vmem>, vector<8x70xf32>,
  return
}
