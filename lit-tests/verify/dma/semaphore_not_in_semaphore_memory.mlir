// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Semaphores live in semaphore memory; no other memory can be counted on by the DMA engine.

// A semaphore in VMEM announces the copy.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %flag: memref<!tpu.dma_semaphore, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0306}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%flag : memref<!tpu.dma_semaphore, #vmem>)
  return
}

// -----

// A semaphore in HBM, beside the data.
#hbm = #tpu.memory_space<hbm>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %flag: memref<!tpu.dma_semaphore, #hbm>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0306}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%flag : memref<!tpu.dma_semaphore, #hbm>)
  return
}

// -----

// A semaphore in SMEM on the sending side of a remote copy.
#hbm = #tpu.memory_space<hbm>
#smem = #tpu.memory_space<smem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %flag: memref<!tpu.dma_semaphore, #smem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : i32
  // expected-error@+1 {{T0306}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      source_semaphore(%flag : memref<!tpu.dma_semaphore, #smem>) target_semaphore(%sem : !dma_sem) device_id(%device)
  return
}

// -----

// The start is right, the wait is on a semaphore in VMEM.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %flag: memref<!tpu.dma_semaphore, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%sem : !dma_sem)
  // expected-error@+1 {{T0306}}
  tpu.wait_dma2 semaphore(%flag : memref<!tpu.dma_semaphore, #vmem>)
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
