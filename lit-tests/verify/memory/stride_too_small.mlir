// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A strided access goes forwards.

// Backwards.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0506}}
  %r = tpu.strided_load %b[%i, %i] {strides = array<i32: -1, 1>} : memref<8x128xf32, #vmem>, vector<8x128xf32>
  return
}

// -----

// One place over and over.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0506}}
  tpu.strided_store %b[%i, %i], %v {strides = array<i32: 0, 1>} : memref<8x128xf32, #vmem>, vector<8x128xf32>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.strided_load %b[%i, %i] {strides = array<i32: 0, 1>} : memref<8x128xf32, #vmem>, vector<8x128xf32>
  return
}
