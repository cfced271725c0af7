// RUN: tessera-opt %s --pass-pipeline='builtin.module(lower-dma,guard-accesses,canonicalize,cse)' | FileCheck %s

// A copy from a slice at an index known only when the kernel runs is preceded by a test; so is a semaphore of an array.

#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
#sem = #tpu.memory_space<semaphore_mem>

// CHECK-LABEL: func.func @copy(
// CHECK-DAG: arith.cmpi ugt, %{{.*}}, %c56_i32 : i32
// CHECK-DAG: arith.cmpi ugt, %{{.*}}, %c1_i32 : i32
// CHECK: call @tessera_fail
// CHECK: call @tessera_dma_start
func.func @copy(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %sems: memref<2x!tpu.dma_semaphore, #sem>, %i: i32, %slot: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %zero = arith.constant 0 : i32
  %slice = tpu.memref_slice %x[%i, %zero] : memref<64x128xf32, #hbm> -> memref<8x128xf32, #hbm>
  %one = tpu.memref_slice %sems[%slot] : memref<2x!tpu.dma_semaphore, #sem> -> memref<1x!tpu.dma_semaphore, #sem>
  %sem = tpu.memref_squeeze %one : memref<1x!tpu.dma_semaphore, #sem> -> memref<!tpu.dma_semaphore, #sem>
  tpu.enqueue_dma source(%slice : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>) target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem>)
  return
}
