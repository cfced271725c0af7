// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A masked access moves elements of 32 bits.

// bf16.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xbf16, #vmem>, %v: vector<8x128xbf16>, %m: vector<8x128xi1>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0508}}
  tpu.vector_store %b[%i, %i], %v masked %m {strides = array<i32>} : memref<8x128xbf16, #vmem>, vector<8x128xbf16>, vector<8x128xi1>
  // expected-error@+1 {{T0508}}
  %r = tpu.vector_load %b[%i, %i] masked %m {strides = array<i32>} : memref<8x128xbf16, #vmem>, vector<8x128xbf16>, vector<8x128xi1>
  return
}

// -----

// The twin.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index, %m: vector<8x128xi1>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  tpu.vector_store %b[%i, %i], %v masked %m {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>, vector<8x128xi1>
  return
}
