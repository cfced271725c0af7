// Indices that the kernel gets from its inputs end the run with a report when they are wrong; divisors never do, the
// result is what XLA defines.
//
// RUN: split-file %s %t.d
// RUN: %{python} %S/Inputs/make.py %t.3 'in0=i32[1]: 24' 'in1=f32[32,128]: i' 'out0=f32[8,128]: 24 + i'
// RUN: tessera run %t.d/block.mlir --outputs 1 --inputs %t.3 --expect %t.3 | FileCheck --check-prefix=INSIDE %s
// RUN: %{python} %S/Inputs/make.py %t.4 'in0=i32[1]: 25' 'in1=f32[32,128]: i'
// RUN: %exits 1 tessera run %t.d/block.mlir --outputs 1 --inputs %t.4 | FileCheck --check-prefix=OUTSIDE %s
// RUN: %{python} %S/Inputs/make.py %t.5 'in0=i32[1]: -1' 'in1=f32[32,128]: i'
// RUN: %exits 1 tessera run %t.d/block.mlir --outputs 1 --inputs %t.5 | FileCheck --check-prefix=OUTSIDE %s
// RUN: %{python} %S/Inputs/make.py %t.6 'in0=i32[2]: [7, 0][i]' 'out0=i32[1]: -1'
// RUN: tessera run %t.d/scalar.mlir --outputs 1 --inputs %t.6 --expect %t.6 | FileCheck --check-prefix=SCALAR %s
// RUN: %{python} %S/Inputs/make.py %t.7 'in0=i32[8,128]: -2**31 if i == 7 else i - 4' 'in1=i32[8,128]: j % 4 - 1' \
// RUN:   'out0=i32[8,128]: -1 if j % 4 == 1 else -2**31 if i == 7 and j % 4 == 0 else int(in0[i, j] / in1[i, j])' \
// RUN:   'out1=i32[8,128]: in0[i, j] if j % 4 == 1 else in0[i, j] - int(in0[i, j] / in1[i, j]) * in1[i, j]'
// RUN: tessera run %t.d/lanes.mlir --outputs 2 --inputs %t.7 --expect %t.7 | FileCheck --check-prefix=LANES %s

// INSIDE: out0: all 1024 elements as expected
// OUTSIDE: error[T0813]
// OUTSIDE-NEXT: block.mlir:7:8
// SCALAR: out0: all 1 elements as expected
// LANES: out0: all 1024 elements as expected
// LANES: out1: all 1024 elements as expected

//--- block.mlir
#smem = #tpu.memory_space<smem>
#vmem = #tpu.memory_space<vmem>
func.func @at(%n: memref<1xi32, #smem>, %x: memref<32x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %number = memref.load %n[%c0] : memref<1xi32, #smem>
  %row = arith.index_cast %number : i32 to index
  %0 = vector.load %x[%row, %c0] : memref<32x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %0 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

//--- scalar.mlir
#smem = #tpu.memory_space<smem>
func.func @divide(%n: memref<2xi32, #smem>, %o: memref<1xi32, #smem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %n[%c0] : memref<2xi32, #smem>
  %y = memref.load %n[%c1] : memref<2xi32, #smem>
  %0 = arith.divsi %x, %y : i32
  memref.store %0, %o[%c0] : memref<1xi32, #smem>
  return
}

//--- lanes.mlir
#vmem = #tpu.memory_space<vmem>
func.func @divide(%x: memref<8x128xi32, #vmem>, %y: memref<8x128xi32, #vmem>, %o: memref<8x128xi32, #vmem>, %p: memref<8x128xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xi32, #vmem>, vector<8x128xi32>
  %1 = vector.load %y[%c0, %c0] : memref<8x128xi32, #vmem>, vector<8x128xi32>
  %2 = arith.divsi %0, %1 : vector<8x128xi32>
  tpu.vector_store %o[%c0, %c0], %2 {strides = array<i32>} : memref<8x128xi32, #vmem>, vector<8x128xi32>,
  %3 = arith.remsi %0, %1 : vector<8x128xi32>
  tpu.vector_store %p[%c0, %c0], %3 {strides = array<i32>} : memref<8x128xi32, #vmem>, vector<8x128xi32>,
  return
}
