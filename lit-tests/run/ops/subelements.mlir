// Interleaved and compressed words come apart as they were put together; interleaved, lanes alternate.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=f32[16]: i' \
// RUN:   'in1=f32[16]: 100 + i' \
// RUN:   'out0=f32[16]: in1[i]' \
// RUN:   'out1=f32[16]: in0[i]'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<16xf32, #vmem>, %y: memref<16xf32, #vmem>, %second: memref<16xf32, #vmem>, %first: memref<16xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %c0 = arith.constant 0 : index
  %a = tpu.vector_load %x[%c0] {strides = array<i32>} : memref<16xf32, #vmem>, vector<16xf32>,
  %b = tpu.vector_load %y[%c0] {strides = array<i32>} : memref<16xf32, #vmem>, vector<16xf32>,
  %p = tpu.pack_subelements %a, %b {pack_format = #tpu.pack_format<interleaved>, positions = array<i32: 0, 1>} : vector<16xf32>, vector<16xf32> -> vector<32xbf16>
  %s = tpu.unpack_subelements %p, 1 {pack_format = #tpu.pack_format<interleaved>} : vector<32xbf16> -> vector<16xf32>
  tpu.vector_store %second[%c0], %s {strides = array<i32>} : memref<16xf32, #vmem>, vector<16xf32>,
  %q = tpu.pack_subelements %a, %b {pack_format = #tpu.pack_format<compressed>, positions = array<i32: 0, 1>} : vector<16xf32>, vector<16xf32> -> vector<32xbf16>
  %f = tpu.unpack_subelements %q, 0 {pack_format = #tpu.pack_format<compressed>} : vector<32xbf16> -> vector<16xf32>
  tpu.vector_store %first[%c0], %f {strides = array<i32>} : memref<16xf32, #vmem>, vector<16xf32>,
  return
}
