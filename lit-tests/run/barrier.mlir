// The barrier semaphore exists only when the devices agree on an id for it.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=i32[1]: 5' 'dev0.out0=i32[1]: 5' 'dev1.out0=i32[1]: 6' 'dev2.out0=i32[1]: 7'
// RUN: tessera run %s --outputs 1 --devices 3 --collective-id 0 --inputs %t --expect %t | FileCheck %s
// RUN: %exits 1 tessera run %s --outputs 1 --devices 3 --inputs %t | FileCheck --check-prefix=NO-ID %s

// CHECK: dev0.out0: all 1 elements as expected
// CHECK: dev1.out0: all 1 elements as expected
// CHECK: dev2.out0: all 1 elements as expected
// NO-ID: error[T08

#smem = #tpu.memory_space<smem>
!barrier = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @meet(%n: memref<1xi32, #smem>, %o: memref<1xi32, #smem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %barrier = tpu.sem_barrier : !barrier
  scf.for %device = %zero to %three step %one : i32 {
    tpu.sem_signal %barrier, %one device_id %device : !barrier
  }
  tpu.sem_wait %barrier, %three : !barrier
  %me = tpu.device_id : i32
  %number = memref.load %n[%c0] : memref<1xi32, #smem>
  %sum = arith.addi %number, %me : i32
  memref.store %sum, %o[%c0] : memref<1xi32, #smem>
  return
}
