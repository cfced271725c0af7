// Stores under a mask leave the rest alone, adding stores add; 16-bit elements and truth values survive memory.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=bf16[16,128]: i + 1' 'in1=i32[16,128]: (i + j) % 3' \
// RUN:   'out0=bf16[16,128]: in0[i, j] if in1[i, j] == 1 else -2' 'out1=i32[16,128]: 50 + in1[i, j]' \
// RUN:   'out2=i32[16,128]: int(in1[i, j] == 1) + 10*int(in1[i, 0] == 1)'
// RUN: tessera run --no-check %s --outputs 3 --inputs %t --expect %t | FileCheck %s

// CHECK-COUNT-3: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @masked(%x: memref<16x128xbf16, #vmem>, %n: memref<16x128xi32, #vmem>, %some: memref<16x128xbf16, #vmem>, %sum: memref<16x128xi32, #vmem>, %truth: memref<16x128xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<16x128xbf16, #vmem>, vector<16x128xbf16>
  %1 = vector.load %n[%c0, %c0] : memref<16x128xi32, #vmem>, vector<16x128xi32>
  %ones = arith.constant dense<1> : vector<16x128xi32>
  %mask = arith.cmpi eq, %1, %ones : vector<16x128xi32>
  %minus = arith.constant dense<-2.0> : vector<16x128xbf16>
  tpu.vector_store %some[%c0, %c0], %minus {strides = array<i32>} : memref<16x128xbf16, #vmem>, vector<16x128xbf16>,
  tpu.vector_store %some[%c0, %c0], %0 masked %mask {strides = array<i32>} : memref<16x128xbf16, #vmem>, vector<16x128xbf16>, vector<16x128xi1>
  %fifty = arith.constant dense<50> : vector<16x128xi32>
  tpu.vector_store %sum[%c0, %c0], %fifty {strides = array<i32>} : memref<16x128xi32, #vmem>, vector<16x128xi32>,
  tpu.vector_store %sum[%c0, %c0], %1 {add = true, strides = array<i32>} : memref<16x128xi32, #vmem>, vector<16x128xi32>,
  // A truth value that has to go through a temporary.
  %column = vector.extract_strided_slice %mask {offsets = [0, 0], sizes = [16, 1], strides = [1, 1]} : vector<16x128xi1> to vector<16x1xi1>
  %t = tpu.repeat %mask, 0 x 1 : vector<16x128xi1> -> vector<16x128xi1>
  %here = arith.extui %t : vector<16x128xi1> to vector<16x128xi32>
  %first = arith.extui %column : vector<16x1xi1> to vector<16x1xi32>
  %firsts = vector.broadcast %first : vector<16x1xi32> to vector<16x128xi32>
  %ten = arith.constant dense<10> : vector<16x128xi32>
  %tens = arith.muli %firsts, %ten : vector<16x128xi32>
  %both = arith.addi %here, %tens : vector<16x128xi32>
  tpu.vector_store %truth[%c0, %c0], %both {strides = array<i32>} : memref<16x128xi32, #vmem>, vector<16x128xi32>,
  return
}
