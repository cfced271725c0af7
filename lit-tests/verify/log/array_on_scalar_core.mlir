// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// The scalar subcore of a SparseCore prints numbers, not arrays.

// An array.
func.func @kernel(%x: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_scalar_subcore>} {
  // expected-error@+1 {{T0216}}
  tpu.log "t" : [%x] : vector<16xi32>
  return
}

// -----

// The twin: a vector subcore prints it.
func.func @kernel(%x: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  tpu.log "t" : [%x] : vector<16xi32>
  return
}
