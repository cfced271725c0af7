// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A view stays in the memory of what it shows.

// A slice that would move to VMEM.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0524}}
  %r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32, #hbm> -> memref<8x128xf32, #vmem>
  return
}

// -----

// Squeezed, reshaped, bitcast and erased into HBM.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<1x8x128xi32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0524}}
  %r = tpu.memref_squeeze %b : memref<1x8x128xi32, #vmem> -> memref<8x128xi32, #hbm>
  // expected-error@+1 {{T0524}}
  %s = tpu.memref_reshape %b : memref<1x8x128xi32, #vmem> -> memref<8x128xi32, #hbm>
  // expected-error@+1 {{T0524}}
  %t = tpu.memref_bitcast %b : memref<1x8x128xi32, #vmem> -> memref<1x16x128xi16, #hbm>
  // expected-error@+1 {{T0524}}
  %u = tpu.erase_memref_layout %b : memref<1x8x128xi32, #vmem> -> memref<1x8x128xi32, #hbm>
  return
}

// -----

// A reinterpretation does not forget the memory.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0524}}
  %r = tpu.reinterpret_cast %b : memref<8x128xf32, #vmem> -> memref<1024xf32>
  return
}

// -----

// The twins.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<1x8x128xf32, #vmem>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_squeeze %b : memref<1x8x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  %s = tpu.memref_squeeze %b : memref<1x8x128xf32, #vmem> -> memref<8x128xf32>
  %t = tpu.reinterpret_cast %b : memref<1x8x128xf32, #vmem> -> memref<1024xf32, #vmem>
  return
}
