// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// What is loaded or stored has the element type of the ref.

// i32 into f32.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xi32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0503}}
  tpu.vector_store %b[%i, %i], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xi32>,
  // expected-error@+1 {{T0503}}
  %r = tpu.vector_load %b[%i, %i] {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xi32>,
  return
}

// -----

// Strided.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0503}}
  %r = tpu.strided_load %b[%i, %i] {strides = array<i32: 1, 1>} : memref<8x128xf32, #vmem>, vector<8x128xbf16>
  return
}

// -----

// Element by element.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<64xi32, #vmem>, %i: vector<16xi32>, %v: vector<16xf32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0503}}
  tpu.vector_store_idx %b[%i], %v : memref<64xi32, #vmem>[vector<16xi32>], vector<16xf32>,
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  tpu.vector_store %b[%i, %i], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  %r = tpu.vector_load %b[%i, %i] {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
