// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A gather or scatter has one index for each element.

// Eight indices for sixteen elements.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<64xi32, #vmem>, %i: vector<8xi32>, %v: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0510}}
  %r = tpu.vector_load_idx %b[%i] : memref<64xi32, #vmem>[vector<8xi32>], vector<16xi32>,
  // expected-error@+1 {{T0510}}
  tpu.vector_store_idx %b[%i], %v : memref<64xi32, #vmem>[vector<8xi32>], vector<16xi32>,
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<64xi32, #vmem>, %i: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %r = tpu.vector_load_idx %b[%i] : memref<64xi32, #vmem>[vector<16xi32>], vector<16xi32>,
  return
}
