// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A mask has one bool for each element.

// Half a mask.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index, %m: vector<8x64xi1>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0509}}
  tpu.vector_store %b[%i, %i], %v masked %m {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>, vector<8x64xi1>
  // expected-error@+1 {{T0509}}
  %r = tpu.vector_load %b[%i, %i] masked %m {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>, vector<8x64xi1>
  return
}

// -----

// A store does not broadcast.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index, %m: vector<8x1xi1>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0509}}
  tpu.vector_store %b[%i, %i], %v masked %m {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>, vector<8x1xi1>
  return
}

// -----

// Element by element.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<64xi32, #vmem>, %i: vector<16xi32>, %m: vector<8xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0509}}
  tpu.vector_store_idx %b[%i], %i masked %m : memref<64xi32, #vmem>[vector<16xi32>], vector<16xi32>, vector<8xi1>
  return
}

// -----

// The twins: a load does.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>, %v: vector<8x128xf32>, %i: index, %m: vector<8x1xi1>, %n: vector<8x128xi1>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  tpu.vector_store %b[%i, %i], %v masked %n {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>, vector<8x128xi1>
  %r = tpu.vector_load %b[%i, %i] masked %m {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>, vector<8x1xi1>
  return
}
