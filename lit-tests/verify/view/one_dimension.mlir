// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Refs of one dimension are neither reshaped nor bitcast.

// Reshaped to one.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0529}}
  %r = tpu.memref_reshape %b : memref<8x128xf32, #vmem> -> memref<1024xf32, #vmem>
  return
}

// -----

// Bitcast.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<128xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0529}}
  %r = tpu.memref_bitcast %b : memref<128xi32, #vmem> -> memref<128xf32, #vmem>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_reshape %b : memref<8x128xf32, #vmem> -> memref<1x1024xf32, #vmem>
  return
}
