// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Waiting for a DMA takes as many bytes off its semaphore as were copied; regular semaphores do not count bytes.

#hbm = #tpu.memory_space<hbm>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-remark@+1 {{T0327}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%sem : !reg_sem)
  // expected-error@+1 {{T0304}}
  tpu.wait_dma2 semaphore(%sem : !reg_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>)
  return
}

// -----

// The twin.
#hbm = #tpu.memory_space<hbm>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>)
  return
}
