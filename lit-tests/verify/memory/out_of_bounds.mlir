// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// An access at constant places stays inside its ref.

// Past the end, and before the start.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %m = arith.constant -1 : index
  // expected-error@+1 {{T0512}}
  %r = vector.load %b[%c4, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  // expected-error@+1 {{T0512}}
  tpu.vector_store %b[%m, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// A stride that leads out.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{T0512}}
  %r = tpu.strided_load %b[%c0, %c0] {strides = array<i32: 2, 1>} : memref<8x128xf32, #vmem>, vector<8x128xf32>
  return
}

// -----

// One number.
#smem = #tpu.memory_space<smem>

func.func @kernel(%b: memref<8xi32, #smem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{T0512}}
  %r = memref.load %b[%c8] : memref<8xi32, #smem>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>

func.func @kernel(%b: memref<16x128xf32, #vmem>, %s: memref<8xi32, #smem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %r = tpu.strided_load %b[%c0, %c0] {strides = array<i32: 2, 1>} : memref<16x128xf32, #vmem>, vector<8x128xf32>
  %t = memref.load %s[%c7] : memref<8xi32, #smem>
  return
}
