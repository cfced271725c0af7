// Values whose elements move: broadcast, transpose, concatenate, repeat, rotate, slice, iota, a table, strided access.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[8,70]: 100*i + j' \
// RUN:   'out0=f32[70,8]: in0[j, i] + in0[j, 0] + in0[0, i]' 'out1=f32[8,90]: in0[i, j] if j < 70 else in0[i, j - 70]' \
// RUN:   'out2=f32[8,210]: in0[i, j % 70]' 'out3=f32[8,70]: in0[(i - 3) % 8, (j + 9) % 70]' \
// RUN:   'out4=i32[8,70]: 70*i + j + [10, 20, 30, 40, 50, 60, 70, 80][i]' 'out5=f32[8,70]: in0[i, j] if i % 2 else -1'
// RUN: tessera run %s --outputs 6 --inputs %t --expect %t | FileCheck %s

// CHECK-COUNT-6: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @move(%x: memref<8x70xf32, #vmem>, %t: memref<70x8xf32, #vmem>, %joined: memref<8x90xf32, #vmem>, %thrice: memref<8x210xf32, #vmem>, %turned: memref<8x70xf32, #vmem>, %numbers: memref<8x70xi32, #vmem>, %strided: memref<8x70xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = vector.load %x[%c0, %c0] : memref<8x70xf32, #vmem>, vector<8x70xf32>

  %column = vector.extract_strided_slice %a {offsets = [0, 0], sizes = [8, 1], strides = [1, 1]} : vector<8x70xf32> to vector<8x1xf32>
  %row = vector.extract_strided_slice %a {offsets = [0, 0], sizes = [1, 70], strides = [1, 1]} : vector<8x70xf32> to vector<1x70xf32>
  %columns = vector.broadcast %column : vector<8x1xf32> to vector<8x70xf32>
  %rows = vector.broadcast %row : vector<1x70xf32> to vector<8x70xf32>
  %0 = arith.addf %a, %columns : vector<8x70xf32>
  %1 = arith.addf %0, %rows : vector<8x70xf32>
  %2 = tpu.transpose %1, [1, 0] : vector<8x70xf32> -> vector<70x8xf32>
  tpu.vector_store %t[%c0, %c0], %2 {strides = array<i32>} : memref<70x8xf32, #vmem>, vector<70x8xf32>,

  %part = vector.extract_strided_slice %a {offsets = [0, 0], sizes = [8, 20], strides = [1, 1]} : vector<8x70xf32> to vector<8x20xf32>
  %3 = tpu.concatenate %a, %part in 1 : vector<8x70xf32>, vector<8x20xf32> -> vector<8x90xf32>
  tpu.vector_store %joined[%c0, %c0], %3 {strides = array<i32>} : memref<8x90xf32, #vmem>, vector<8x90xf32>,

  %4 = tpu.repeat %a, 1 x 3 : vector<8x70xf32> -> vector<8x210xf32>
  tpu.vector_store %thrice[%c0, %c0], %4 {strides = array<i32>} : memref<8x210xf32, #vmem>, vector<8x210xf32>,

  %three = arith.constant 3 : i32
  %back = arith.constant 61 : i32
  %5 = tpu.dynamic_rotate %a by %three dim 0 : vector<8x70xf32>, i32 -> vector<8x70xf32>
  %6 = tpu.dynamic_rotate %5 by %back dim 1 : vector<8x70xf32>, i32 -> vector<8x70xf32>
  tpu.vector_store %turned[%c0, %c0], %6 {strides = array<i32>} : memref<8x70xf32, #vmem>, vector<8x70xf32>,

  %count = tpu.iota {dimensions = array<i32: 0, 1>} : vector<8x70xi32>
  %table = arith.constant dense<[[10], [20], [30], [40], [50], [60], [70], [80]]> : vector<8x1xi32>
  %tables = vector.broadcast %table : vector<8x1xi32> to vector<8x70xi32>
  %7 = arith.addi %count, %tables : vector<8x70xi32>
  tpu.vector_store %numbers[%c0, %c0], %7 {strides = array<i32>} : memref<8x70xi32, #vmem>, vector<8x70xi32>,

  %minus = arith.constant dense<-1.0> : vector<8x70xf32>
  tpu.vector_store %strided[%c0, %c0], %minus {strides = array<i32>} : memref<8x70xf32, #vmem>, vector<8x70xf32>,
  %odd = tpu.strided_load %x[%c1, %c0] {strides = array<i32: 2, 1>} : memref<8x70xf32, #vmem>, vector<4x70xf32>
  tpu.strided_store %strided[%c1, %c0], %odd {strides = array<i32: 2, 1>} : memref<8x70xf32, #vmem>, vector<4x70xf32>
  return
}
