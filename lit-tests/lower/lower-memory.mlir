// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(lower-memory,canonicalize)' | FileCheck %s

// A scope's body takes the scope's place; what it allocated is freed where it ended, last first. The operands of an
// allocation: site, space, element type, elements.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @scope(
// CHECK-SAME: %[[CORE:.*]]: !llvm.ptr, %[[N:.*]]: i32
// CHECK-DAG: %[[VMEM:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[SEMAPHORES:.*]] = arith.constant 5 : i32
// CHECK-DAG: %[[F32:.*]] = arith.constant 9 : i32
// CHECK-DAG: %[[SEMAPHORE:.*]] = arith.constant 16 : i32
// CHECK-NOT: tpu.region
// CHECK: %[[DATA:.*]] = call @tessera_alloc(%[[CORE]], %{{.*}}, %[[VMEM]], %[[F32]], %c1024_i64)
// CHECK: %[[SEMS:.*]] = call @tessera_alloc(%[[CORE]], %{{.*}}, %[[SEMAPHORES]], %[[SEMAPHORE]], %c3_i64)
// CHECK: memref.store
// CHECK: %[[YIELDED:.*]] = arith.muli %[[N]], %[[N]]
// CHECK: call @tessera_free(%[[CORE]], %[[SEMS]])
// CHECK: call @tessera_free(%[[CORE]], %[[DATA]])
// CHECK: arith.addi %[[YIELDED]], %[[N]]
func.func @scope(%n: i32, %o: memref<1xi32, #tpu.memory_space<smem>>) attributes {iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %square = "tpu.region"() ({
    %data = memref.alloca() : memref<8x128xf32, #vmem>
    %sems = tpu.sem_alloc : memref<3x!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
    %zero = arith.constant 0.0 : f32
    memref.store %zero, %data[%c0, %c0] : memref<8x128xf32, #vmem>
    %1 = arith.muli %n, %n : i32
    tpu.yield %1 : i32
  }) : () -> i32
  %2 = arith.addi %square, %n : i32
  memref.store %2, %o[%c0] : memref<1xi32, #tpu.memory_space<smem>>
  return
}

// -----

// A scope within a scope ends first; in a loop it ends in each round. What is in no scope is never freed.

#smem = #tpu.memory_space<smem>

// CHECK-LABEL: func.func @nested(
// CHECK: %[[KEPT:.*]] = call @tessera_alloc
// CHECK: scf.for
// CHECK:   %[[OUTER:.*]] = func.call @tessera_alloc
// CHECK:   %[[INNER:.*]] = func.call @tessera_alloc
// CHECK:   func.call @tessera_free(%{{.*}}, %[[INNER]])
// CHECK:   func.call @tessera_free(%{{.*}}, %[[OUTER]])
// CHECK: }
// CHECK-NOT: tessera_free(%{{.*}}, %[[KEPT]])
// CHECK: return
func.func @nested(%n: i32) attributes {iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %kept = memref.alloca() : memref<4xi32, #smem>
  scf.for %i = %zero to %n step %one : i32 {
    "tpu.region"() ({
      %outer = memref.alloca() : memref<2xi32, #smem>
      "tpu.region"() ({
        %inner = memref.alloca() : memref<1xi32, #smem>
        memref.store %i, %inner[%c0] : memref<1xi32, #smem>
        tpu.yield
      }) : () -> ()
      memref.store %i, %outer[%c0] : memref<2xi32, #smem>
      tpu.yield
    }) : () -> ()
  }
  memref.store %n, %kept[%c0] : memref<4xi32, #smem>
  return
}

// -----

// The barrier semaphore is asked for, not allocated.

!barrier = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

// CHECK-LABEL: func.func @barrier(
// CHECK: %[[ADDRESS:.*]] = call @tessera_barrier_semaphore
// CHECK: %[[BARRIER:.*]] = builtin.unrealized_conversion_cast %[[ADDRESS]] : !llvm.ptr to memref<!tpu.semaphore
// CHECK: tpu.sem_wait %[[BARRIER]]
func.func @barrier() attributes {tpu.core_type = #tpu.core_type<tc>} {
  %one = arith.constant 1 : i32
  %barrier = tpu.sem_barrier : !barrier
  tpu.sem_wait %barrier, %one : !barrier
  return
}
