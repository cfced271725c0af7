// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A sublane shuffle picks existing sublanes of two registers.

// One dimension.
func.func @kernel(%v: vector<8xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0275}}
  %r = tpu.sublane_shuffle %v, %v, [0, 1, 2, 3, 4, 5, 6, 7] : vector<8xf32>, vector<8xf32> -> vector<8xf32>
  return
}

// -----

// One entry.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0275}}
  %r = tpu.sublane_shuffle %v, %v, [0] : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xf32>
  return
}

// -----

// One sublane too far.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0275}}
  %r = tpu.sublane_shuffle %v, %v, [0, 1, 2, 3, 4, 5, 6, 16] : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xf32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.sublane_shuffle %v, %v, [0, 2, 4, 6, 8, 10, 12, 14] : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xf32>
  return
}
