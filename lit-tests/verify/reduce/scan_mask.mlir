// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A scan of numbers may have a mask with one bool for each lane.

// Half a mask.
func.func @kernel(%v: vector<16xi32>, %m: vector<8xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0261}}
  %r = tpu.scan <sum>, %v masked %m : vector<16xi32>, vector<8xi1> -> vector<16xi32>
  return
}

// -----

// A mask of two dimensions.
func.func @kernel(%v: vector<1x16xi32>, %m: vector<1x16xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0261}}
  %r = tpu.scan <sum>, %v masked %m : vector<1x16xi32>, vector<1x16xi1> -> vector<1x16xi32>
  return
}

// -----

// A mask on bools.
func.func @kernel(%v: vector<16xi1>, %m: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0261}}
  %r = tpu.scan <sum>, %v masked %m : vector<16xi1>, vector<16xi1> -> vector<16xi32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<1x16xi32>, %m: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %r = tpu.scan <sum>, %v masked %m : vector<1x16xi32>, vector<16xi1> -> vector<1x16xi32>
  return
}
