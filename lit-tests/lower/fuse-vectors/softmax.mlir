// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// Row maxima and row sums are temporaries of one element a row; the exponentials, expensive and used twice, are kept
// while their sum is taken. Three nests, the exponential once.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32, {{[^,]*}}>, %[[O:[^: ]*]]: memref
// Two columns of 8 and one block of 8x128, each rounded up to 64 bytes.
// CHECK-SAME: tessera.arena_bytes = 4224
// CHECK-DAG: builtin.unrealized_conversion_cast {{.*}} to memref<8xf32>
// CHECK-DAG: builtin.unrealized_conversion_cast {{.*}} to memref<8xf32>
// CHECK-DAG: %[[KEPT:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<1024xf32>
// CHECK: arith.maximumf
// CHECK: math.fma
// CHECK: vector.store %[[EXP:.*]], %[[KEPT]]
// CHECK: arith.addf %{{.*}}, %[[EXP]]
// CHECK-NOT: math.fma %{{.*}} : vector<1xf32>
// CHECK: scf.for
// CHECK:   scf.for
// CHECK:     %[[AGAIN:.*]] = vector.load %[[KEPT]]
// CHECK:     %[[QUOTIENT:.*]] = arith.divf %[[AGAIN]]
// CHECK:     vector.store %[[QUOTIENT]], %[[O]]
func.func @softmax(%x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %least = arith.constant dense<0xFF800000> : vector<8xf32>
  %1 = vector.multi_reduction <maximumf>, %0, %least [1] : vector<8x128xf32> to vector<8xf32>
  %2 = vector.shape_cast %1 : vector<8xf32> to vector<8x1xf32>
  %3 = vector.broadcast %2 : vector<8x1xf32> to vector<8x128xf32>
  %4 = arith.subf %0, %3 : vector<8x128xf32>
  %5 = math.exp %4 : vector<8x128xf32>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %6 = vector.multi_reduction <add>, %5, %zero [1] : vector<8x128xf32> to vector<8xf32>
  %7 = vector.shape_cast %6 : vector<8xf32> to vector<8x1xf32>
  %8 = vector.broadcast %7 : vector<8x1xf32> to vector<8x128xf32>
  %9 = arith.divf %5, %8 : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %9 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
