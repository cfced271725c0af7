// Subcores: barrier, number, atomic addition, signals to another one.
//
// RUN: tessera-opt %s --pass-pipeline='builtin.module(lower-dma,canonicalize,cse)' | FileCheck %s

#smem = #tpu.memory_space<smem>
!sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem, sc_vector_subcore>>

// CHECK: call @tessera_subcore_barrier(
// CHECK: %[[ME:.*]] = call @tessera_subcore_id(
// CHECK: %[[TO:.*]] = call @tessera_core_number({{.*}}, %c-1_i32, %c-1_i32, %[[ME]])
// CHECK: call @tessera_fetch_add({{.*}}, %[[ME]], %[[TO]])
// CHECK: %[[THERE:.*]] = call @tessera_core_number({{.*}}, %c2_i32, %[[ME]], %[[ME]])
// CHECK: call @tessera_sem_signal({{.*}}, %c-1_i32, %[[THERE]])
func.func @kernel(%x: memref<4xi32, #smem>, %s: !sem) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %c0 = arith.constant 0 : index
  tpu.barrier barrier_id(%c0)
  %me = tpu.subcore_id : i32
  %old = tpu.fetch_and_add_sync %x[%me], %me, %me : memref<4xi32, #smem>, i32 -> i32
  tpu.sem_signal %s, %old core_id %me subcore_id %me : !sem
  return
}
