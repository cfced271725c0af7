// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(fuse-vectors)'

#vmem = #tpu.memory_space<vmem>

func.func @no_lowering(%x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  // expected-error@+1 {{T0701: tpu.broadcast_in_sublanes is not supported}}
  %1 = tpu.broadcast_in_sublanes %0, 5 : vector<8x128xf32> -> vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

#vmem = #tpu.memory_space<vmem>

func.func @no_kernel_has_it(%x: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  // expected-error@+1 {{T0701: vector.interleave is not supported}}
  %1 = vector.interleave %0, %0 : vector<8x128xf32> -> vector<8x256xf32>
  %2 = vector.extract_strided_slice %1 {offsets = [0, 0], sizes = [8, 128], strides = [1, 1]} : vector<8x256xf32> to vector<8x128xf32>
  tpu.vector_store %x[%c0, %c0], %2 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
