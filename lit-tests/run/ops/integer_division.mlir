// Division by zero gives all ones and leaves the dividend over; the least number by minus one overflows to itself.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[1,4]: [7, -7, -2147483648, 9][j]' \
// RUN:   'in1=i32[1,4]: [0, 2, -1, -4][j]' \
// RUN:   'out0=i32[1,4]: [-1, -3, -2147483648, -2][j]' \
// RUN:   'out1=i32[1,4]: [7, -1, 0, 1][j]'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<1x4xi32, #vmem>, %y: memref<1x4xi32, #vmem>, %q: memref<1x4xi32, #vmem>, %r: memref<1x4xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<1x4xi32, #vmem>, vector<1x4xi32>
  %b = vector.load %y[%c0, %c0] : memref<1x4xi32, #vmem>, vector<1x4xi32>
  %0 = arith.divsi %a, %b : vector<1x4xi32>
  tpu.vector_store %q[%c0, %c0], %0 {strides = array<i32>} : memref<1x4xi32, #vmem>, vector<1x4xi32>,
  %1 = arith.remsi %a, %b : vector<1x4xi32>
  tpu.vector_store %r[%c0, %c0], %1 {strides = array<i32>} : memref<1x4xi32, #vmem>, vector<1x4xi32>,
  return
}
