// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A SparseCore prints one value at a time.

// Two values at once.
func.func @kernel(%x: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0215}}
  tpu.log "t" : [%x, %x] : i32, i32
  return
}

// -----

// The twin: one log each.
func.func @kernel(%x: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  tpu.log "t" : [%x] : i32
  tpu.log "u" : [%x] : i32
  return
}
