// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Operations on arrays take arrays.

// A ref that was not read.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0220}}
  %r = tpu.transpose %b, [1, 0] : memref<8x128xf32, #vmem> -> vector<128x8xf32>
  return
}

// -----

// An array without dimensions.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0220}}
  %r = "tpu.iota"() <{dimensions = array<i32>}> : () -> vector<i32>
  return
}

// -----

// The twin.
func.func @kernel(%v: vector<8x128xf32>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<128x8xf32>
  return
}
