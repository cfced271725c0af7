// No vector is wider than the option says, whatever the kernel computes.
//
// RUN: tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors{vector-bits=128},canonicalize)' | FileCheck %s --check-prefixes=ANY,W128 --implicit-check-not='vector<{{8|16|32}}x'
// RUN: tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors{vector-bits=256},canonicalize)' | FileCheck %s --check-prefixes=ANY,W256 --implicit-check-not='vector<{{16|32}}x'
// RUN: tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors{vector-bits=512},canonicalize)' | FileCheck %s --check-prefixes=ANY,W512 --implicit-check-not='vector<32x'
// RUN: not tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors{vector-bits=100})' 2>&1 | FileCheck --check-prefix=WRONG %s

// ANY-LABEL: func.func @wide(
// W128: vector<4xf32>
// W128: vector<2xf64>
// W256: vector<8xf32>
// W256: vector<4xf64>
// W512: vector<16xf32>
// W512: vector<8xf64>
// W128-NOT: vector<4xf64>
// W256-NOT: vector<8xf64>
// W512-NOT: vector<16xf64>
// WRONG: option vector-bits is 128, 256 or 512

#vmem = #tpu.memory_space<vmem>

func.func @wide(%x: memref<8x128xf32, #vmem>, %h: memref<16x128xbf16, #vmem>, %sums: memref<8xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = math.exp %0 : vector<8x128xf32>
  %2 = math.sin %1 : vector<8x128xf32>
  %3 = math.powf %2, %1 : vector<8x128xf32>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %4 = vector.multi_reduction <add>, %3, %zero [1] : vector<8x128xf32> to vector<8xf32>
  tpu.vector_store %sums[%c0], %4 {strides = array<i32>} : memref<8xf32, #vmem>, vector<8xf32>,
  tpu.vector_store %x[%c0, %c0], %3 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  %5 = vector.load %h[%c0, %c0] : memref<16x128xbf16, #vmem>, vector<16x128xbf16>
  %6 = arith.addf %5, %5 : vector<16x128xbf16>
  tpu.vector_store %h[%c0, %c0], %6 {strides = array<i32>} : memref<16x128xbf16, #vmem>, vector<16x128xbf16>,
  return
}
