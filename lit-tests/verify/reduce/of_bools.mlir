// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Bools are counted in i32.

// Counted in i16.
func.func @kernel(%m: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0251}}
  %r = tpu.all_reduce %m {dim = 0 : i64, kind = #tpu.reduction_kind<sum>} : vector<16xi1> -> vector<16xi16>
  // expected-error@+1 {{T0251}}
  %s = tpu.scan <sum>, %m : vector<16xi1>, -> vector<16xi16>
  return
}

// -----

// The twins.
func.func @kernel(%m: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %r = tpu.all_reduce %m {dim = 0 : i64, kind = #tpu.reduction_kind<sum>} : vector<16xi1> -> vector<16xi32>
  %s = tpu.scan <sum>, %m : vector<16xi1>, -> vector<16xi32>
  return
}
