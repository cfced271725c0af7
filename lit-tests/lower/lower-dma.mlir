// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(lower-dma,canonicalize,cse)' | FileCheck %s

// A copy is described in memory: rank, bits of an element, sizes, strides of source and target. Without ids it goes to
// this device and core, and there is no semaphore at its source.

#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

// CHECK-LABEL: func.func @local(
// CHECK-SAME: %[[CORE:.*]]: !llvm.ptr, %[[X:.*]]: memref<8x128xbf16, {{.*}}>, %[[BUF:.*]]: memref<8x128xbf16, {{.*}}>, %[[SEM:[^:]*]]:
// CHECK-DAG: %[[NONE:.*]] = arith.constant -1 : i32
// CHECK-DAG: %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-DAG: %[[BYTES:.*]] = arith.constant 2048 : i64
// CHECK: %[[COPY:.*]] = llvm.alloca %c8_i64 x i64
// CHECK: %[[FROM:.*]]:3 = builtin.unrealized_conversion_cast %[[X]]
// CHECK: %[[STRIDE:.*]] = arith.index_cast %[[FROM]]#1
// CHECK: %[[TO:.*]]:3 = builtin.unrealized_conversion_cast %[[BUF]]
// CHECK: llvm.store %c2_i64, %[[COPY]]
// CHECK: %[[BITS:.*]] = llvm.getelementptr %[[COPY]][1]
// CHECK: llvm.store %c16_i64, %[[BITS]]
// CHECK: %[[SIZE0:.*]] = llvm.getelementptr %[[COPY]][2]
// CHECK: llvm.store %c8_i64, %[[SIZE0]]
// CHECK: %[[SIZE1:.*]] = llvm.getelementptr %[[COPY]][3]
// CHECK: llvm.store %c128_i64, %[[SIZE1]]
// CHECK: %[[SOURCE:.*]] = llvm.getelementptr %[[COPY]][4]
// CHECK: llvm.store %[[STRIDE]], %[[SOURCE]]
// CHECK: llvm.getelementptr %[[COPY]][7]
// CHECK: %[[ADDRESS:.*]] = builtin.unrealized_conversion_cast %[[SEM]]
// CHECK: call @tessera_dma_start(%[[CORE]], %{{.*}}, %[[COPY]], %[[FROM]]#0, %[[TO]]#0, %[[NULL]], %[[ADDRESS]], %[[NONE]], %[[NONE]], %c1_i32)
// CHECK: call @tessera_dma_wait(%[[CORE]], %{{.*}}, %[[ADDRESS]], %[[BYTES]])
func.func @local(%x: memref<8x128xbf16, #hbm>, %buf: memref<8x128xbf16, #vmem>, %sem: !sem) attributes {scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xbf16, #hbm>) target(%buf : memref<8x128xbf16, #vmem>) target_semaphore(%sem : !sem) {priority = 1 : i32}
  tpu.wait_dma2 semaphore(%sem : !sem) src(%x : memref<8x128xbf16, #hbm>) dst(%buf : memref<8x128xbf16, #vmem>)
  return
}

// -----

// To another device and core, with a semaphore at both ends; the older form of the wait says which end it waits for.

#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

// CHECK-LABEL: func.func @remote(
// CHECK-SAME: %[[SENT:[^: ]*]]: memref<!tpu.dma_semaphore, {{[^,]*}}>, %[[RECEIVED:[^: ]*]]: memref<!tpu.dma_semaphore, {{[^,]*}}>, %[[DEVICE:.*]]: i32, %[[CORE_ID:.*]]: i32)
// CHECK: %[[FIRST:.*]] = builtin.unrealized_conversion_cast %[[SENT]]
// CHECK: %[[SECOND:.*]] = builtin.unrealized_conversion_cast %[[RECEIVED]]
// A negative id names nobody; it must not be taken for "this one", which is -1.
// CHECK: %[[TO:.*]] = arith.select %{{.*}}, %{{.*}}, %[[DEVICE]] : i32
// CHECK: %[[TO_CORE:.*]] = arith.select %{{.*}}, %{{.*}}, %[[CORE_ID]] : i32
// CHECK: %[[NUMBER:.*]] = call @tessera_core_number({{.*}}, %c-1_i32, %[[TO_CORE]], %c-1_i32)
// CHECK: call @tessera_dma_start({{.*}}, %[[FIRST]], %[[SECOND]], %[[TO]], %[[NUMBER]], %c0_i32)
// CHECK: call @tessera_dma_wait(%{{.*}}, %{{.*}}, %[[FIRST]], %{{.*}})
// CHECK: call @tessera_dma_wait(%{{.*}}, %{{.*}}, %[[SECOND]], %{{.*}})
func.func @remote(%x: memref<8x128xf32, #hbm>, %y: memref<8x128xf32, #hbm>, %sent: !sem, %received: !sem, %device: i32, %core: i32) attributes {scratch_operands = 4 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%y : memref<8x128xf32, #hbm>) source_semaphore(%sent : !sem) target_semaphore(%received : !sem) device_id(%device) core_id(%core)
  tpu.wait_dma source(%x : memref<8x128xf32, #hbm>) target(%y : memref<8x128xf32, #hbm>) source_semaphore(%sent : !sem) target_semaphore(%received : !sem) {wait_target = false}
  tpu.wait_dma source(%x : memref<8x128xf32, #hbm>) target(%y : memref<8x128xf32, #hbm>) source_semaphore(%sent : !sem) target_semaphore(%received : !sem) {wait_target = true}
  return
}

// -----

// Semaphores and questions to the machine. What only a profiler would show goes away.

!sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

// CHECK-LABEL: func.func @machine(
// CHECK-SAME: %[[CORE:.*]]: !llvm.ptr, %[[SEM:[^: ]*]]: memref
// CHECK-NOT: tpu.trace
// CHECK: %[[ME:.*]] = call @tessera_device_id(%[[CORE]])
// CHECK: %[[MY_CORE:.*]] = call @tessera_core_id(%[[CORE]])
// CHECK: %[[BOUND:.*]] = call @tessera_iteration_bound(%[[CORE]], %c1_i32)
// CHECK: %[[ADDRESS:.*]] = builtin.unrealized_conversion_cast %[[SEM]]
// CHECK: %[[NUMBER:.*]] = call @tessera_core_number({{.*}}, %c-1_i32, %[[MY_CORE]], %c-1_i32)
// CHECK: call @tessera_sem_signal(%[[CORE]], %{{.*}}, %[[ADDRESS]], %[[BOUND]], %[[ME]], %[[NUMBER]])
// CHECK: call @tessera_sem_wait(%[[CORE]], %{{.*}}, %[[ADDRESS]], %[[BOUND]])
// CHECK: %[[COUNT:.*]] = call @tessera_sem_read(%[[CORE]], %{{.*}}, %[[ADDRESS]])
// CHECK: call @tessera_sem_wait(%[[CORE]], %{{.*}}, %[[ADDRESS]], %[[COUNT]])
// CHECK-NOT: tpu.delay
func.func @machine(%sem: !sem) attributes {scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  "tpu.trace_start"() <{level = 10 : i32, message = "all"}> : () -> ()
  %me = tpu.device_id : i32
  %core = tpu.core_id : i32
  %bound = tpu.iteration_bound 1 : i32
  tpu.sem_signal %sem, %bound device_id %me core_id %core : !sem
  tpu.sem_wait %sem, %bound : !sem
  %count = tpu.sem_read %sem : !sem -> i32
  tpu.sem_wait %sem, %count : !sem
  tpu.delay %bound
  "tpu.trace_stop"() : () -> ()
  return
}
