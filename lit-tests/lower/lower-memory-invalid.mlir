// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(lower-memory)'

func.func @dynamic(%n: index) attributes {iteration_bounds = array<i64: 2>, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0701: memref.alloca is not supported}}
  %0 = memref.alloca(%n) : memref<?x128xf32, #tpu.memory_space<vmem>>
  return
}

// -----

func.func @index() attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0701: memref.alloca is not supported}}
  %0 = memref.alloca() : memref<8xindex, #tpu.memory_space<smem>>
  return
}
