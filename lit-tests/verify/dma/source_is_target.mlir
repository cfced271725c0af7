// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A DMA from a ref to itself moves nothing: one of the two operands is not the one that was meant.

#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-warning@+1 {{T0316}}
  tpu.enqueue_dma source(%buf : memref<8x128xf32, #vmem>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%buf : memref<8x128xf32, #vmem>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// The twin.
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

// -----

// The other twin: two slots of one buffer.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<2x8x128xf32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %slot0 = tpu.memref_slice %buf[%zero, %zero, %zero] : memref<2x8x128xf32, #vmem> -> memref<1x8x128xf32, #vmem>
  %from = tpu.memref_squeeze %slot0 : memref<1x8x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  %slot1 = tpu.memref_slice %buf[%one, %zero, %zero] : memref<2x8x128xf32, #vmem> -> memref<1x8x128xf32, #vmem>
  %to = tpu.memref_squeeze %slot1 : memref<1x8x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  tpu.enqueue_dma source(%from : memref<8x128xf32, #vmem>) target(%to : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%from : memref<8x128xf32, #vmem>) dst(%to : memref<8x128xf32, #vmem>)
  return
}

// -----

// The remote twin: the same buffer, but of another device.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %send: !dma_sem, %recv: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 3 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  tpu.enqueue_dma source(%buf : memref<8x128xf32, #vmem>) target(%buf : memref<8x128xf32, #vmem>)
      source_semaphore(%send : !dma_sem) target_semaphore(%recv : !dma_sem) device_id(%device)
  tpu.wait_dma2 semaphore(%send : !dma_sem)
      src(%buf : memref<8x128xf32, #vmem>) dst(%buf : memref<8x128xf32, #vmem>) device_id(%zero)
  tpu.wait_dma2 semaphore(%recv : !dma_sem)
      src(%buf : memref<8x128xf32, #vmem>) dst(%buf : memref<8x128xf32, #vmem>) device_id(%device)
  return
}
