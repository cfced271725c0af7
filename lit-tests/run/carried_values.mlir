// Block values carried by loops: swapped, rotated among three, made from each other's old content; scf.while too.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[8,128]: i + 1' 'in1=f32[8,128]: j' \
// RUN:   'out0=f32[8,128]: in1[i, j]' 'out1=f32[8,128]: 8*in0[i, j] + 5*in1[i, j]' 'out2=f32[8,128]: 32*in0[i, j]'
// RUN: tessera run %s --outputs 3 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 1024 elements as expected
// CHECK: out1: all 1024 elements as expected
// CHECK: out2: all 1024 elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @loops(%x: memref<8x128xf32, #vmem>, %y: memref<8x128xf32, #vmem>, %swapped: memref<8x128xf32, #vmem>, %fibonacci: memref<8x128xf32, #vmem>, %doubled: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %five = arith.constant 5 : i32
  %a = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %b = vector.load %y[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %s:2 = scf.for %i = %zero to %five step %one iter_args(%p = %a, %q = %b) -> (vector<8x128xf32>, vector<8x128xf32>) : i32 {
    scf.yield %q, %p : vector<8x128xf32>, vector<8x128xf32>
  }
  tpu.vector_store %swapped[%c0, %c0], %s#0 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  %f:2 = scf.for %i = %zero to %five step %one iter_args(%p = %b, %q = %a) -> (vector<8x128xf32>, vector<8x128xf32>) : i32 {
    %next = arith.addf %p, %q : vector<8x128xf32>
    scf.yield %q, %next : vector<8x128xf32>, vector<8x128xf32>
  }
  tpu.vector_store %fibonacci[%c0, %c0], %f#1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  %w:2 = scf.while (%n = %zero, %v = %a) : (i32, vector<8x128xf32>) -> (i32, vector<8x128xf32>) {
    %more = arith.cmpi slt, %n, %five : i32
    scf.condition(%more) %n, %v : i32, vector<8x128xf32>
  } do {
  ^bb0(%n: i32, %v: vector<8x128xf32>):
    %after = arith.addi %n, %one : i32
    %twice = arith.addf %v, %v : vector<8x128xf32>
    scf.yield %after, %twice : i32, vector<8x128xf32>
  }
  tpu.vector_store %doubled[%c0, %c0], %w#1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
