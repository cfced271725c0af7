// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// An operation takes the element types it was made for.

// Keys that the sorter cannot compare.
func.func @kernel(%k: vector<16xbf16>, %v: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0223}}
  %a, %b, %c = tpu.sort %k, %v : (vector<16xbf16>, vector<16xi32>) -> (vector<16xi1>, vector<16xi32>, vector<16xi32>)
  return
}

// -----

// Counting in floats.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0223}}
  %r = tpu.iota {dimensions = array<i32: 1>} : vector<8x128xf32>
  return
}

// -----

// An element type without a width cannot be bitcast.
func.func @kernel(%v: vector<8x128xindex>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0223}}
  %r = tpu.bitcast %v : vector<8x128xindex> -> vector<8x128xi32>
  return
}

// -----

// The twin.
func.func @kernel(%k: vector<16xf32>, %v: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %a, %b, %c = tpu.sort %k, %v : (vector<16xf32>, vector<16xi32>) -> (vector<16xi1>, vector<16xf32>, vector<16xi32>)
  %r = tpu.iota {dimensions = array<i32: 1>} : vector<8x128xi32>
  return
}
