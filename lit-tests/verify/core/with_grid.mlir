// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A kernel with grid semantics takes its core from the grid.

// The grid says which core runs, and the kernel asks again.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>, dimension_semantics = [#tpu.dimension_semantics<core_parallel>]} {
  // expected-error@+1 {{T0213}}
  %id = tpu.core_id : i32
  return
}

// -----

// The twin.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %id = tpu.core_id : i32
  return
}
