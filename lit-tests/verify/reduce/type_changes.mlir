// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A sum, maximum or minimum is of the type of what it is taken of.

// A dimension of size 1.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0252}}
  %r = tpu.all_reduce %v {dim = 1 : i64, kind = #tpu.reduction_kind<max>} : vector<8x128xf32> -> vector<8x1xf32>
  return
}

// -----

// A sum of integers in floats.
func.func @kernel(%v: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0252}}
  %r = tpu.scan <sum>, %v : vector<16xi32>, -> vector<16xf32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.all_reduce %v {dim = 1 : i64, kind = #tpu.reduction_kind<max>} : vector<8x128xf32> -> vector<8x128xf32>
  return
}
