// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(lower-refs)'

#vmem = #tpu.memory_space<vmem>

func.func @no_lowering(%address: !llvm.ptr) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %x = builtin.unrealized_conversion_cast %address : !llvm.ptr to memref<8x128xf32, #vmem>
  // expected-error@+1 {{T0701: tpu.log_buffer is not supported}}
  tpu.log_buffer "block" {shape = array<i64: 8, 128>} : %x : memref<8x128xf32, #vmem>
  return
}

// -----

#vmem = #tpu.memory_space<vmem>

func.func @from_nowhere(%x: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{T0701: memref.load is not supported}}
  %0 = memref.load %x[%c0, %c0] : memref<8x128xf32, #vmem>
  return
}

// -----

#vmem = #tpu.memory_space<vmem>

// Rows that are apart cannot be counted through.
func.func @reshape_of_strided(%address: !llvm.ptr, %stride: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c1 = arith.constant 1 : index
  %x = builtin.unrealized_conversion_cast %address, %stride, %c1 : !llvm.ptr, index, index to memref<8x128xf32, #vmem>
  // expected-error@+1 {{T0701: tpu.memref_reshape is not supported}}
  %flat = tpu.memref_reshape %x : memref<8x128xf32, #vmem> -> memref<1024xf32, #vmem>
  return
}
