// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Arrays are loaded from VMEM and stored to VMEM.

// From and to HBM.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<8x128xf32, #hbm>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0502}}
  tpu.vector_store %b[%i, %i], %v {strides = array<i32>} : memref<8x128xf32, #hbm>, vector<8x128xf32>,
  // expected-error@+1 {{T0502}}
  %r = tpu.vector_load %b[%i, %i] {strides = array<i32>} : memref<8x128xf32, #hbm>, vector<8x128xf32>,
  // expected-error@+1 {{T0502}}
  %s = vector.load %b[%i, %i] : memref<8x128xf32, #hbm>, vector<8x128xf32>
  return
}

// -----

// From SMEM.
#smem = #tpu.memory_space<smem>

func.func @kernel(%b: memref<8x128xf32, #smem>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0502}}
  %r = vector.load %b[%i, %i] : memref<8x128xf32, #smem>, vector<8x128xf32>
  return
}

// -----

// Element by element.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64xi32, #hbm>, %i: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0502}}
  %r = tpu.vector_load_idx %b[%i] : memref<64xi32, #hbm>[vector<16xi32>], vector<16xi32>,
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  tpu.vector_store %b[%i, %i], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  %r = tpu.vector_load %b[%i, %i] {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  %s = vector.load %b[%i, %i] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  return
}
