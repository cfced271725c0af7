// The first of equal elements counts, and a NaN wins over everything.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=f32[8,70]: nan if (i, j) == (3, 50) else -abs(j - 7*i)' \
// RUN:   'out0=i32[8]: 50 if i == 3 else 7*i' \
// RUN:   'out1=i32[70]: 3 if i == 50 else max(range(8), key=lambda r: abs(i - 7*r))'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x70xf32, #vmem>, %rows: memref<8xi32, #vmem>, %columns: memref<70xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<8x70xf32, #vmem>, vector<8x70xf32>
  %r = tpu.reduce_index %a {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<8x70xf32> -> vector<8xi32>
  tpu.vector_store %rows[%c0], %r {strides = array<i32>} : memref<8xi32, #vmem>, vector<8xi32>,
  %s = tpu.reduce_index %a {axis = 0 : i32, kind = #tpu.reduction_kind<arg_min>} : vector<8x70xf32> -> vector<70xi32>
  tpu.vector_store %columns[%c0], %s {strides = array<i32>} : memref<70xi32, #vmem>, vector<70xi32>,
  return
}
