// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A kernel asks for the size of grid dimensions that it has.

// The second of one.
func.func @kernel(%i: i32) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = []} {
  // expected-error@+1 {{T0656}}
  %r = tpu.iteration_bound 1 : i32
  return
}

// -----

// The twin.
func.func @kernel(%i: i32) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = []} {
  %r = tpu.iteration_bound 0 : i32
  return
}
