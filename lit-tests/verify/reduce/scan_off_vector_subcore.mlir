// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Only a vector subcore of a SparseCore scans.

// On a TensorCore.
func.func @kernel(%v: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0259}}
  %r = tpu.scan <sum>, %v : vector<16xi32>, -> vector<16xi32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %r = tpu.scan <sum>, %v : vector<16xi32>, -> vector<16xi32>
  return
}
