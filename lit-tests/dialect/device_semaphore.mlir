// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Where a kernel runs, semaphores and barriers.

// CHECK-LABEL: func.func @where(
func.func @where() attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // CHECK: tpu.device_id : i32
  %0 = tpu.device_id : i32
  // CHECK: tpu.core_id : i32
  %1 = tpu.core_id : i32
  // CHECK: tpu.subcore_id : i32
  %2 = tpu.subcore_id : i32
  // CHECK: tpu.iteration_bound 2 : i32
  %3 = tpu.iteration_bound 2 : i32
  // CHECK: tpu.internal_scratch : memref<512xi32, #tpu.memory_space<vmem>>
  %4 = tpu.internal_scratch : memref<512xi32, #tpu.memory_space<vmem>>
  return
}

// CHECK-LABEL: func.func @semaphores(
func.func @semaphores(%s: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, %d: memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %n: i32) {
  // CHECK: tpu.sem_read %{{.*}} : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>> -> i32
  %0 = tpu.sem_read %s : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>> -> i32
  // CHECK: tpu.sem_read %{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> i32
  %1 = tpu.sem_read %d : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> i32
  // CHECK: tpu.sem_wait %{{.*}}, %{{.*}} : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  tpu.sem_wait %s, %n : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  // CHECK: tpu.sem_alloc : memref<3x!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  %2 = tpu.sem_alloc : memref<3x!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  // CHECK: tpu.sem_barrier : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  %3 = tpu.sem_barrier : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  return
}

// CHECK-LABEL: func.func @signals(
func.func @signals(%s: memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>, %n: i32, %d: i32, %c: i32) {
  // CHECK: tpu.sem_signal %{{.*}}, %{{.*}} : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  tpu.sem_signal %s, %n : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  // CHECK: tpu.sem_signal %{{.*}}, %{{.*}} device_id %{{.*}} : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  tpu.sem_signal %s, %n device_id %d : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  // CHECK: tpu.sem_signal %{{.*}}, %{{.*}} core_id %{{.*}} subcore_id %{{.*}} : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  tpu.sem_signal %s, %n core_id %c subcore_id %n : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  // CHECK: tpu.sem_signal %{{.*}}, %{{.*}} device_id %{{.*}} core_id %{{.*}} : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  tpu.sem_signal %s, %n device_id %d core_id %c : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
  return
}

// CHECK-LABEL: func.func @barriers(
func.func @barriers(%i: index, %b: memref<8xi32, #tpu.memory_space<smem>>, %n: i32, %v: i32, %c: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // CHECK: tpu.barrier barrier_id(%{{.*}})
  tpu.barrier barrier_id(%i)
  // CHECK: tpu.fetch_and_add_sync %{{.*}}[%{{.*}}], %{{.*}}, %{{.*}} : memref<8xi32, #tpu.memory_space<smem>>, i32 -> i32
  %0 = tpu.fetch_and_add_sync %b[%n], %v, %c : memref<8xi32, #tpu.memory_space<smem>>, i32 -> i32
  return
}
