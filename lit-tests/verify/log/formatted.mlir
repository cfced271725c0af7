// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A SparseCore prints a tag and a value, not a formatted line.

// A formatted line on a SparseCore.
func.func @kernel(%x: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0214}}
  tpu.log "x = $s0" {formatted = true} : [%x] : i32
  return
}

// -----

// The twin: the value after its tag.
func.func @kernel(%x: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  tpu.log "x" : [%x] : i32
  return
}

// -----

// The other twin: a TensorCore formats.
func.func @kernel(%x: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  tpu.log "x = $s0" {formatted = true} : [%x] : i32
  return
}
