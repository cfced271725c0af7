// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// What is combined element by element has one shape.

// Fewer values than keys.
func.func @kernel(%k: vector<16xi32>, %v: vector<8xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0231}}
  %a, %b, %c = tpu.sort %k, %v : (vector<16xi32>, vector<8xi32>) -> (vector<16xi1>, vector<16xi32>, vector<8xi32>)
  return
}

// -----

// A scan that drops elements.
func.func @kernel(%v: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0231}}
  %r = tpu.scan <sum>, %v : vector<16xi32>, -> vector<8xi32>
  return
}

// -----

// Random bits for half of the elements.
func.func @kernel(%v: vector<8x128xf32>, %b: vector<4x128xi32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0231}}
  %r = tpu.stochastic_convert %v, %b : vector<8x128xf32>, vector<4x128xi32> -> vector<8x128xbf16>
  return
}

// -----

// The twins.
func.func @kernel(%k: vector<16xi32>, %v: vector<16xi32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %a, %b, %c = tpu.sort %k, %v : (vector<16xi32>, vector<16xi32>) -> (vector<16xi1>, vector<16xi32>, vector<16xi32>)
  %r = tpu.scan <sum>, %v : vector<16xi32>, -> vector<16xi32>
  return
}
