// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A load or store has one index for each dimension of its ref.

// One index for two dimensions.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0501}}
  tpu.vector_store %b[%i], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  // expected-error@+1 {{T0501}}
  %r = tpu.vector_load %b[%i] {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// Register loads.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0501}}
  %r = tpu.strided_load %b[%i] {strides = array<i32: 1, 1>} : memref<8x128xf32, #vmem>, vector<8x128xf32>
  // expected-error@+1 {{T0501}}
  %s = tpu.shuffled_load %b[%i] {sublane_mask = array<i1: true, true, true, true, true, true, true, true>, sublane_offsets = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : memref<8x128xf32, #vmem>, vector<8x128xf32>
  return
}

// -----

// One vector of indices too many.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<64xi32, #vmem>, %i: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0501}}
  %r = tpu.vector_load_idx %b[%i, %i] : memref<64xi32, #vmem>[vector<16xi32>, vector<16xi32>], vector<16xi32>,
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
