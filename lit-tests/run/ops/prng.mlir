// The same seed gives the same bits, another seed or a second draw gives others.
//
// RUN: %{python} %S/../Inputs/make.py %t 'in0=i32[8,128]: 0' 'out0=i32[8,128]: 0' 'out1=i32[1,1]: 0'
// RUN: tessera run %s --outputs 2 --inputs %t --expect %t --rtol 0 --atol 0 | FileCheck %s

// CHECK-COUNT-2: elements as expected

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x128xi32, #vmem>, %o: memref<8x128xi32, #vmem>, %n: memref<1x1xi32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  "tpu.prng_set_seed_32"(%one, %two) : (i32, i32) -> ()
  %a = "tpu.prng_random_bits"() : () -> vector<8x128xi32>
  %b = "tpu.prng_random_bits"() : () -> vector<8x128xi32>
  "tpu.prng_set_seed_32"(%one, %two) : (i32, i32) -> ()
  %c = "tpu.prng_random_bits"() : () -> vector<8x128xi32>
  %d = arith.subi %a, %c : vector<8x128xi32>
  tpu.vector_store %o[%c0, %c0], %d {strides = array<i32>} : memref<8x128xi32, #vmem>, vector<8x128xi32>,
  %same = arith.cmpi eq, %a, %b : vector<8x128xi32>
  %count = arith.extui %same : vector<8x128xi1> to vector<8x128xi32>
  %zero = arith.constant dense<0> : vector<1x1xi32>
  %row = arith.constant dense<0> : vector<128xi32>
  %sum = vector.multi_reduction <add>, %count, %row [0] : vector<8x128xi32> to vector<128xi32>
  %most = vector.extract_strided_slice %sum {offsets = [0], sizes = [1], strides = [1]} : vector<128xi32> to vector<1xi32>
  %out = vector.shape_cast %most : vector<1xi32> to vector<1x1xi32>
  tpu.vector_store %n[%c0, %c0], %out {strides = array<i32>} : memref<1x1xi32, #vmem>, vector<1x1xi32>,
  return
}
