// A wait that nothing will ever satisfy ends the run with a report that names the wait.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[8,128]: i'
// RUN: %exits 1 tessera run %s --outputs 1 --inputs %t | FileCheck %s

// CHECK: error[T0810]
// CHECK-NEXT: deadlock.mlir:[[# @LINE + 10]]:3
// CHECK: 1 error, 0 warnings

#vmem = #tpu.memory_space<vmem>

func.func @wait_for_nobody(%x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>, %sem: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  tpu.sem_signal %sem, %one : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  tpu.sem_wait %sem, %two : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  return
}
