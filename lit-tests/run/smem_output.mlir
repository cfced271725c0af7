// Scalars out through SMEM, one element at a time; an input in SMEM beside an input in VMEM.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=i32[4]: [7, -3, 0, 100][i]' 'in1=f32[4,128]: i + 1' \
// RUN:   'out0=i32[4]: 2*in0[i]' 'out1=f32[4]: 128*(i + 1)'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 4 elements as expected
// CHECK: out1: all 4 elements as expected

#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>

func.func @scalars(%n: memref<4xi32, #smem>, %x: memref<4x128xf32, #vmem>, %twice: memref<4xi32, #smem>, %sums: memref<4xf32, #smem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %c4_i32 = arith.constant 4 : i32
  scf.for %i = %c0_i32 to %c4_i32 step %c1_i32 : i32 {
    %at = arith.index_cast %i : i32 to index
    %number = memref.load %n[%at] : memref<4xi32, #smem>
    %doubled = arith.addi %number, %number : i32
    memref.store %doubled, %twice[%at] : memref<4xi32, #smem>
    %row = vector.load %x[%at, %c0] : memref<4x128xf32, #vmem>, vector<1x128xf32>
    %cube = vector.shape_cast %row : vector<1x128xf32> to vector<1x1x128xf32>
    %zero = arith.constant dense<0.0> : vector<1xf32>
    %total = vector.multi_reduction <add>, %cube, %zero [1, 2] : vector<1x1x128xf32> to vector<1xf32>
    %one = vector.shape_cast %total : vector<1xf32> to vector<1x1x1xf32>
    %sum = vector.extract %one[0, 0, 0] : f32 from vector<1x1x1xf32>
    memref.store %sum, %sums[%at] : memref<4xf32, #smem>
  }
  return
}
