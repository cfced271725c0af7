// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A vector load or store has no strides.

// Strides of 1.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0504}}
  tpu.vector_store %b[%i, %i], %v {strides = array<i32: 1, 1>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  // expected-error@+1 {{T0504}}
  %r = tpu.vector_load %b[%i, %i] {strides = array<i32: 1, 1>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// Too few of them.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0504}}
  %r = tpu.vector_load %b[%i, %i] {strides = array<i32: 1>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  tpu.strided_store %b[%i, %i], %v {strides = array<i32: 1, 1>} : memref<8x128xf32, #vmem>, vector<8x128xf32>
  return
}
