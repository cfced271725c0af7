// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// The array of a load or store has the dimensions of its ref.

// Two dimensions into one.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0507}}
  tpu.vector_store %b[%i], %v {strides = array<i32>} : memref<128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// A strided load of one dimension of two.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0507}}
  %r = tpu.strided_load %b[%i, %i] {strides = array<i32: 1, 1>} : memref<8x128xf32, #vmem>, vector<128xf32>
  return
}

// -----

// A scatter of two.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<64xi32, #vmem>, %i: vector<4x4xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0507}}
  tpu.vector_store_idx %b[%i], %i : memref<64xi32, #vmem>[vector<4x4xi32>], vector<4x4xi32>,
  return
}

// -----

// The twins.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<2x8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  tpu.vector_store %b[%i, %i, %i], %v {strides = array<i32>} : memref<2x8x128xf32, #vmem>, vector<8x128xf32>,
  %r = tpu.strided_load %b[%i, %i, %i] {strides = array<i32: 1, 1, 1>} : memref<2x8x128xf32, #vmem>, vector<1x8x128xf32>
  return
}
