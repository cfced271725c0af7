// Row k turns by the amount and k strides.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=f32[8,70]: 100*i + j' \
// RUN:   'out0=f32[8,70]: in0[i, (j - 5 - 3*i) % 70]'
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-1: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x70xf32, #vmem>, %o: memref<8x70xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<8x70xf32, #vmem>, vector<8x70xf32>
  %n = arith.constant 5 : i32
  %r = tpu.dynamic_rotate %a by %n dim 1 {stride = 3 : si32, stride_dimension = 0 : si32} : vector<8x70xf32>, i32 -> vector<8x70xf32>
  tpu.vector_store %o[%c0, %c0], %r {strides = array<i32>} : memref<8x70xf32, #vmem>, vector<8x70xf32>,
  return
}
