// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// One DMA counts alike at both ends: two DMA semaphores, which count bytes, or two regular ones.

// A DMA semaphore at the source, a regular one at the target.
#hbm = #tpu.memory_space<hbm>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %send: !dma_sem, %recv: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  // expected-error@+1 {{T0312}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      source_semaphore(%send : !dma_sem) target_semaphore(%recv : !reg_sem) device_id(%device)
  tpu.wait_dma2 semaphore(%send : !dma_sem)
      src(%o : memref<8x128xf32, #hbm>) dst(%x : memref<8x128xf32, #hbm>) device_id(%zero)
  return
}

// -----

// The other way round.
#hbm = #tpu.memory_space<hbm>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %send: !reg_sem, %recv: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : i32
  // expected-error@+1 {{T0312}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      source_semaphore(%send : !reg_sem) target_semaphore(%recv : !dma_sem) device_id(%device)
  tpu.wait_dma2 semaphore(%recv : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>) device_id(%device)
  return
}

// -----

// The twin: a remote copy, awaited at both ends.
#hbm = #tpu.memory_space<hbm>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %send: !dma_sem, %recv: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      source_semaphore(%send : !dma_sem) target_semaphore(%recv : !dma_sem) device_id(%device)
  tpu.wait_dma2 semaphore(%send : !dma_sem)
      src(%o : memref<8x128xf32, #hbm>) dst(%x : memref<8x128xf32, #hbm>) device_id(%zero)
  tpu.wait_dma2 semaphore(%recv : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>) device_id(%device)
  return
}
