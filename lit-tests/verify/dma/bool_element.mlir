// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A DMA does not move single bits: JAX keeps bools as 32-bit integers in memory.

// A mask of bools.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xi1, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xi1, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0315}}
  tpu.enqueue_dma source(%x : memref<8x128xi1, #hbm>) target(%buf : memref<8x128xi1, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xi1, #hbm>) dst(%buf : memref<8x128xi1, #vmem>)
  return
}

// -----

// The twin: the mask as integers.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xi32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xi32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xi32, #hbm>) target(%buf : memref<8x128xi32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xi32, #hbm>) dst(%buf : memref<8x128xi32, #vmem>)
  return
}
