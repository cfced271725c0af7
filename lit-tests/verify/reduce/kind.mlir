// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Each reduction computes some kinds of result.

// The largest of bools.
func.func @kernel(%m: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0250}}
  %r = tpu.all_reduce %m {dim = 0 : i64, kind = #tpu.reduction_kind<max>} : vector<16xi1> -> vector<16xi32>
  return
}

// -----

// The first set of numbers.
func.func @kernel(%v: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0250}}
  %r = tpu.all_reduce %v {dim = 0 : i64, kind = #tpu.reduction_kind<find_first_set>} : vector<16xi32> -> vector<16xi32>
  return
}

// -----

// The index of a sum.
func.func @kernel(%v: vector<16x256xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0250}}
  %r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<sum>} : vector<16x256xf32> -> vector<16xi32>
  return
}

// -----

// Running indices, and a running maximum of bools.
func.func @kernel(%v: vector<16xi32>, %m: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0250}}
  %r = tpu.scan <arg_max>, %v : vector<16xi32>, -> vector<16xi32>
  // expected-error@+1 {{T0250}}
  %s = tpu.scan <max>, %m : vector<16xi1>, -> vector<16xi32>
  return
}

// -----

// The twins.
func.func @kernel(%v: vector<16xi32>, %m: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %r = tpu.all_reduce %m {dim = 0 : i64, kind = #tpu.reduction_kind<sum>} : vector<16xi1> -> vector<16xi32>
  %s = tpu.scan <max>, %v : vector<16xi32>, -> vector<16xi32>
  return
}
