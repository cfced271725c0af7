// A kernel prints: placeholders are filled in, values follow a tag without any, arrays print whole.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[2,3]: 10*i + j' 'out0=i32[2,3]: in0[i, j]'
// RUN: tessera run %s --outputs 1 --inputs %t 2>&1 | FileCheck %s

// CHECK: x is 7, y is 1.5
// CHECK-NEXT: tag 7
// CHECK-NEXT: block {{\[\[}}0, 1, 2], [10, 11, 12]]

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<2x3xi32, #vmem>, %o: memref<2x3xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %a = vector.load %x[%c0, %c0] : memref<2x3xi32, #vmem>, vector<2x3xi32>
  tpu.vector_store %o[%c0, %c0], %a {strides = array<i32>} : memref<2x3xi32, #vmem>, vector<2x3xi32>,
  %seven = arith.constant 7 : i32
  %half = arith.constant 1.5 : f32
  tpu.log "x is $s0, y is $f1" {formatted = true} : [%seven, %half] : i32, f32
  tpu.log "tag" : [%seven] : i32
  tpu.log_buffer "block" {shape = array<i64: 2, 3>} : %o : memref<2x3xi32, #vmem>
  return
}
