// Devices that meet at a barrier know which one.

// RUN: %{python} %S/Inputs/call.py %s '(tensor<8x128xf32>) -> tensor<8x128xf32>' > %t.wrong.mlir
// RUN: %exits 1 tessera check %t.wrong.mlir | FileCheck %s
// The twin.
// RUN: %{python} %S/Inputs/call.py %s '(tensor<8x128xf32>) -> tensor<8x128xf32>' 3 > %t.right.mlir
// RUN: tessera check %t.right.mlir | FileCheck --check-prefix=RIGHT %s

// CHECK: error[T0661]
// CHECK: 1 error
// RIGHT: 0 errors, 0 warnings

#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %b = tpu.sem_barrier : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  return
}
