// Two devices send each other what they have. Each says with the barrier semaphore that it is ready to receive.
//
// RUN: %{python} %S/Inputs/make.py %t 'dev0.in0=f32[8,128]: i' 'dev1.in0=f32[8,128]: 100 + j' \
// RUN:   'dev0.out0=f32[8,128]: dev1_in0[i, j]' 'dev1.out0=f32[8,128]: dev0_in0[i, j]'
// RUN: tessera run %s --outputs 1 --devices 2 --collective-id 3 --inputs %t --expect %t | FileCheck %s
// RUN: tessera run %s --outputs 1 --devices 2 --collective-id 3 --inputs %t --expect %t --seed 5 | FileCheck %s

// CHECK: dev0.out0: all 1024 elements as expected
// CHECK: dev1.out0: all 1024 elements as expected

#hbm = #tpu.memory_space<hbm>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
!barrier = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @exchange(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sent: !sem, %received: !sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %one = arith.constant 1 : i32
  %me = tpu.device_id : i32
  %other = arith.subi %one, %me : i32
  %barrier = tpu.sem_barrier : !barrier
  tpu.sem_signal %barrier, %one device_id %other : !barrier
  tpu.sem_wait %barrier, %one : !barrier
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>) source_semaphore(%sent : !sem) target_semaphore(%received : !sem) device_id(%other)
  tpu.wait_dma2 semaphore(%sent : !sem) src(%x : memref<8x128xf32, #hbm>) dst(%x : memref<8x128xf32, #hbm>)
  tpu.wait_dma2 semaphore(%received : !sem) src(%o : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>)
  return
}
