// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A scan takes one or two dimensions.

// Three.
func.func @kernel(%v: vector<2x2x4xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0260}}
  %r = tpu.scan <sum>, %v : vector<2x2x4xi32>, -> vector<2x2x4xi32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<4x4xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %r = tpu.scan <sum>, %v : vector<4x4xi32>, -> vector<4x4xi32>
  return
}
