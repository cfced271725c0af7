// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A DMA may count on a regular semaphore, but not every generation of the chip supports it: a remark, no error.

// A local copy.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %sem: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  // expected-remark@+1 {{T0327}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !reg_sem)
  tpu.sem_wait %sem, %n : !reg_sem
  return
}

// -----

// A remote copy with two of them is remarked on once.
#hbm = #tpu.memory_space<hbm>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %send: !reg_sem, %recv: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : i32
  // expected-remark@+1 {{T0327}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      source_semaphore(%send : !reg_sem) target_semaphore(%recv : !reg_sem) device_id(%device)
  return
}

// -----

// The twin: DMA semaphores work everywhere.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}
