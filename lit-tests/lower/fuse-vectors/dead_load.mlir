// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// JAX reads a ref before every store to it and drops what it read: no code. What is used is read where it is used.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @dead_load(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32, {{[^,]*}}>, %[[O:[^: ]*]]: memref
// CHECK-NOT: vector.load %[[O]]
// CHECK: vector.load %[[X]]
// CHECK-NOT: vector.load
// CHECK: vector.store %{{.*}}, %[[O]]
func.func @dead_load(%x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = vector.load %o[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %0 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// Nothing is computed for nobody, however much it is.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @dead_chain(
// CHECK-NOT: scf.for
// CHECK-NOT: vector
// CHECK: return
func.func @dead_chain(%x: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = math.exp %0 : vector<8x128xf32>
  %2 = arith.addf %1, %0 : vector<8x128xf32>
  return
}
