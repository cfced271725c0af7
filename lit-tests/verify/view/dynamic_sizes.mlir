// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Each size known at run time is given once.

// None given.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0521}}
  %r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32, #hbm> -> memref<?x128xf32, #hbm>
  return
}

// -----

// One too many.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %n: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0521}}
  %r = tpu.reinterpret_cast %b <%n> : memref<8x128xf32, #vmem> -> memref<1024xf32, #vmem>
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%b: memref<64x128xf32, #hbm>, %i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.memref_slice %b[%i, %i] <%i> : memref<64x128xf32, #hbm> -> memref<?x128xf32, #hbm>
  return
}
