// A ref seen with elements of another width: loads take words apart and put them together, stores change parts.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[4,128]: 65536*(10*i + 1) + 3*j' \
// RUN:   'out0=i16[8,128]: 3*j if i % 2 == 0 else 10*(i//2) + 1' \
// RUN:   'out1=i32[4,128]: in0[i, j]'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<4x128xi32, #vmem>, %narrow: memref<8x128xi16, #vmem>, %wide: memref<4x128xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %v = tpu.memref_bitcast %x : memref<4x128xi32, #vmem> -> memref<8x128xi16, #vmem>
  %a = vector.load %v[%c0, %c0] : memref<8x128xi16, #vmem>, vector<8x128xi16>
  tpu.vector_store %narrow[%c0, %c0], %a {strides = array<i32>} : memref<8x128xi16, #vmem>, vector<8x128xi16>,
  %u = tpu.memref_bitcast %narrow : memref<8x128xi16, #vmem> -> memref<4x128xi32, #vmem>
  %b = vector.load %u[%c0, %c0] : memref<4x128xi32, #vmem>, vector<4x128xi32>
  %t = tpu.memref_bitcast %wide : memref<4x128xi32, #vmem> -> memref<8x128xi16, #vmem>
  %c = tpu.bitcast %b : vector<4x128xi32> -> vector<8x128xi16>
  tpu.vector_store %t[%c0, %c0], %c {strides = array<i32>} : memref<8x128xi16, #vmem>, vector<8x128xi16>,
  return
}
