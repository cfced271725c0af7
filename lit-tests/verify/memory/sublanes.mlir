// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A shuffled access has a mask bit and an offset for each sublane.

// One mask bit.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0511}}
  %r = tpu.shuffled_load %b[%i, %i] {sublane_mask = array<i1: true>, sublane_offsets = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : memref<8x128xf32, #vmem>, vector<8x128xf32>
  return
}

// -----

// One offset.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0511}}
  tpu.shuffled_store %b[%i, %i], %v {sublane_mask = array<i1: true, true, true, true, true, true, true, true>, sublane_offsets = array<i32: 0>} : memref<8x128xf32, #vmem>, vector<8x128xf32>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.shuffled_load %b[%i, %i] {sublane_mask = array<i1: true, true, true, true, true, true, true, true>, sublane_offsets = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : memref<8x128xf32, #vmem>, vector<8x128xf32>
  return
}
