// Reads and writes of one ref keep their order, whatever is fused: a value read before a store is the old one, blocks
// may overlap, and a block may be replaced by its own transpose or its own shifted copy.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[128,128]: 128*i + j' \
// RUN:   'out0=f32[128,128]: in0[j, i]' 'out1=f32[128,128]: in0[max(i - 1, 0), j]' \
// RUN:   'out2=f32[128,128]: in0[i, (j - 5) % 128]' 'out3=f32[128,128]: in0[i, j] + 7'
// RUN: tessera run %s --outputs 4 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 16384 elements as expected
// CHECK: out1: all 16384 elements as expected
// CHECK: out2: all 16384 elements as expected
// CHECK: out3: all 16384 elements as expected

#vmem = #tpu.memory_space<vmem>
!ref = memref<128x128xf32, #vmem>

func.func @in_place(%x: !ref, %transposed: !ref, %shifted: !ref, %rotated: !ref, %kept: !ref) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %five = arith.constant 5 : i32
  %0 = vector.load %x[%c0, %c0] : !ref, vector<128x128xf32>
  tpu.vector_store %transposed[%c0, %c0], %0 {strides = array<i32>} : !ref, vector<128x128xf32>,
  tpu.vector_store %shifted[%c0, %c0], %0 {strides = array<i32>} : !ref, vector<128x128xf32>,
  tpu.vector_store %rotated[%c0, %c0], %0 {strides = array<i32>} : !ref, vector<128x128xf32>,

  %t = vector.load %transposed[%c0, %c0] : !ref, vector<128x128xf32>
  %turned = tpu.transpose %t, [1, 0] : vector<128x128xf32> -> vector<128x128xf32>
  tpu.vector_store %transposed[%c0, %c0], %turned {strides = array<i32>} : !ref, vector<128x128xf32>,

  %s = vector.load %shifted[%c0, %c0] : !ref, vector<127x128xf32>
  tpu.vector_store %shifted[%c1, %c0], %s {strides = array<i32>} : !ref, vector<127x128xf32>,

  %r = vector.load %rotated[%c0, %c0] : !ref, vector<128x128xf32>
  %moved = tpu.dynamic_rotate %r by %five dim 1 : vector<128x128xf32>, i32 -> vector<128x128xf32>
  tpu.vector_store %rotated[%c0, %c0], %moved {strides = array<i32>} : !ref, vector<128x128xf32>,

  tpu.vector_store %kept[%c0, %c0], %0 {strides = array<i32>} : !ref, vector<128x128xf32>,
  %old = vector.load %kept[%c0, %c0] : !ref, vector<128x128xf32>
  %zero = arith.constant dense<0.0> : vector<128x128xf32>
  tpu.vector_store %kept[%c0, %c0], %zero {strides = array<i32>} : !ref, vector<128x128xf32>,
  %seven = arith.constant dense<7.0> : vector<128x128xf32>
  %sum = arith.addf %old, %seven : vector<128x128xf32>
  tpu.vector_store %kept[%c0, %c0], %sum {strides = array<i32>} : !ref, vector<128x128xf32>,
  return
}
