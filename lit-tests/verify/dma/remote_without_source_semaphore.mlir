// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A remote copy signals its target semaphore on the other device, so the sender needs one of its own to know when the
// source may be reused.

// To another device.
#hbm = #tpu.memory_space<hbm>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : i32
  // expected-error@+1 {{T0311}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%sem : !dma_sem) device_id(%device)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>) device_id(%device)
  return
}

// -----

// To another core of this device.
#hbm = #tpu.memory_space<hbm>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %core = arith.constant 1 : i32
  // expected-error@+1 {{T0311}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%sem : !dma_sem) core_id(%core)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>) core_id(%core)
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
