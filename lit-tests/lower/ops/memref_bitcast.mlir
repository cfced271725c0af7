// A load takes one part of the words of a row.
//
// RUN: tessera-opt %s --pass-pipeline='builtin.module(lower-refs,canonicalize,cse)' | FileCheck %s

#vmem = #tpu.memory_space<vmem>

// CHECK-NOT: tpu.memref_bitcast
// CHECK: llvm.load {{.*}} -> i32
// CHECK: arith.shrui
// CHECK: arith.trunci {{.*}} : i32 to i16
func.func @kernel(%x: memref<8x128xi32, #vmem>, %i: index) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %p = llvm.mlir.zero : !llvm.ptr
  %r = builtin.unrealized_conversion_cast %p : !llvm.ptr to memref<8x128xi32, #vmem>
  %v = tpu.memref_bitcast %r : memref<8x128xi32, #vmem> -> memref<16x128xi16, #vmem>
  %e = memref.load %v[%i, %c0] : memref<16x128xi16, #vmem>
  %q = builtin.unrealized_conversion_cast %p : !llvm.ptr to memref<1xi16, #vmem>
  memref.store %e, %q[%c0] : memref<1xi16, #vmem>
  return
}
