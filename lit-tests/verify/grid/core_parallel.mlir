// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// One grid dimension of known size is spread over cores.

// Two.
// expected-error@+1 {{T0646}}
func.func @kernel(%i: i32, %j: i32) attributes {dimension_semantics = [#tpu.dimension_semantics<core_parallel>, #tpu.dimension_semantics<core_parallel>], iteration_bounds = array<i64: 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = []} {
  return
}

// -----

// A size known at run time.
// expected-error@+1 {{T0646}}
func.func @kernel(%i: i32) attributes {dimension_semantics = [#tpu.dimension_semantics<core_parallel>], iteration_bounds = array<i64: -9223372036854775808>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = []} {
  return
}

// -----

// The twin.
func.func @kernel(%i: i32, %j: i32) attributes {dimension_semantics = [#tpu.dimension_semantics<core_parallel>, #tpu.dimension_semantics<parallel>], iteration_bounds = array<i64: 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = []} {
  return
}
func.func @map(%i: i32) -> (i32, i32) {
  %z = arith.constant 0 : i32
  return %i, %z : i32, i32
}
