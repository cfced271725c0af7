// An indirect copy gathers when its source is not in the subcore's own memory; its wait counts the bytes of the other side.
//
// RUN: tessera-opt %s --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

#vmem = #tpu.memory_space<vmem>
#hbm = #tpu.memory_space<hbm>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

// CHECK: call @tessera_indirect_start({{.*}}, %c1_i32)
// CHECK: call @tessera_dma_wait({{.*}}, %c512_i64)
func.func @kernel(%x: memref<32x16xi32, #hbm>, %y: memref<8x16xi32, #vmem>, %at: memref<8xi32, #vmem>, %s: !sem) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  tpu.enqueue_indirect_dma source(%x : memref<32x16xi32, #hbm>) target(%y : memref<8x16xi32, #vmem>) offsets(%at : memref<8xi32, #vmem>) semaphore(%s : !sem)
  tpu.wait_indirect_dma semaphore(%s : !sem) src(%x : memref<32x16xi32, #hbm>) dst(%y : memref<8x16xi32, #vmem>)
  return
}
