// Reductions over rows, over columns, over all; of sizes that are no multiple of a vector; NaN wins a maximum.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[13,70]: (7*i + 3*j) % 31 - 15' 'in1=i32[13,70]: (5*i + 11*j) % 41 - 20' \
// RUN:   'out0=f32[13]: sum(in0[i, c] for c in range(70))' 'out1=f32[70]: max(in0[r, i] for r in range(13))' \
// RUN:   'out2=i32[13]: min(in1[i, c] for c in range(70))' 'out3=i32[70]: sum(in1[r, i] for r in range(13))' \
// RUN:   'out4=f32[1]: sum(in0.values())' 'out5=f32[13]: nan if i == 4 else max(in0[i, c] for c in range(70))'
// RUN: tessera run %s --outputs 6 --inputs %t --expect %t | FileCheck %s

// CHECK-COUNT-6: elements as expected

#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>

func.func @reductions(%x: memref<13x70xf32, #vmem>, %n: memref<13x70xi32, #vmem>, %sums: memref<13xf32, #vmem>, %most: memref<70xf32, #vmem>, %least: memref<13xi32, #vmem>, %columns: memref<70xi32, #vmem>, %all: memref<1xf32, #smem>, %nan: memref<13xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %f = vector.load %x[%c0, %c0] : memref<13x70xf32, #vmem>, vector<13x70xf32>
  %i = vector.load %n[%c0, %c0] : memref<13x70xi32, #vmem>, vector<13x70xi32>
  %zeros = arith.constant dense<0.0> : vector<13xf32>
  %0 = vector.multi_reduction <add>, %f, %zeros [1] : vector<13x70xf32> to vector<13xf32>
  tpu.vector_store %sums[%c0], %0 {strides = array<i32>} : memref<13xf32, #vmem>, vector<13xf32>,
  %lowest = arith.constant dense<0xFF800000> : vector<70xf32>
  %1 = vector.multi_reduction <maximumf>, %f, %lowest [0] : vector<13x70xf32> to vector<70xf32>
  tpu.vector_store %most[%c0], %1 {strides = array<i32>} : memref<70xf32, #vmem>, vector<70xf32>,
  %highest = arith.constant dense<2147483647> : vector<13xi32>
  %2 = vector.multi_reduction <minsi>, %i, %highest [1] : vector<13x70xi32> to vector<13xi32>
  tpu.vector_store %least[%c0], %2 {strides = array<i32>} : memref<13xi32, #vmem>, vector<13xi32>,
  %none = arith.constant dense<0> : vector<70xi32>
  %3 = vector.multi_reduction <add>, %i, %none [0] : vector<13x70xi32> to vector<70xi32>
  tpu.vector_store %columns[%c0], %3 {strides = array<i32>} : memref<70xi32, #vmem>, vector<70xi32>,
  %zero = arith.constant 0.0 : f32
  %4 = vector.multi_reduction <add>, %f, %zero [0, 1] : vector<13x70xf32> to f32
  memref.store %4, %all[%c0] : memref<1xf32, #smem>
  %row = tpu.iota {dimensions = array<i32: 0>} : vector<13x70xi32>
  %column = tpu.iota {dimensions = array<i32: 1>} : vector<13x70xi32>
  %four = arith.constant dense<4> : vector<13x70xi32>
  %last = arith.constant dense<69> : vector<13x70xi32>
  %is_row = arith.cmpi eq, %row, %four : vector<13x70xi32>
  %is_last = arith.cmpi eq, %column, %last : vector<13x70xi32>
  %there = arith.andi %is_row, %is_last : vector<13x70xi1>
  %nans = arith.constant dense<0x7FC00000> : vector<13x70xf32>
  %spoiled = arith.select %there, %nans, %f : vector<13x70xi1>, vector<13x70xf32>
  %low = arith.constant dense<0xFF800000> : vector<13xf32>
  %5 = vector.multi_reduction <maximumf>, %spoiled, %low [1] : vector<13x70xf32> to vector<13xf32>
  tpu.vector_store %nan[%c0], %5 {strides = array<i32>} : memref<13xf32, #vmem>, vector<13xf32>,
  return
}
