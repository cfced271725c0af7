// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A bitcast of a ref rescales the second-last dimension.

// A dimension less.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0534}}
  %r = tpu.memref_bitcast %b : memref<8x128xi32, #vmem> -> memref<2048xi16, #vmem>
  return
}

// -----

// Not enough rows.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0534}}
  %r = tpu.memref_bitcast %b : memref<8x128xi32, #vmem> -> memref<8x128xi16, #vmem>
  return
}

// -----

// Another row length.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0534}}
  %r = tpu.memref_bitcast %b : memref<8x128xi32, #vmem> -> memref<16x64xi16, #vmem>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_bitcast %b : memref<8x128xi32, #vmem> -> memref<16x128xi16, #vmem>
  return
}
