// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Device ids are i32. The pretty form of the ops implies it, so only the generic form can be wrong.

// An id of index type at the start.
#hbm = #tpu.memory_space<hbm>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %send: !dma_sem, %recv: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : index
  // expected-error@+1 {{T0320}}
  "tpu.enqueue_dma"(%x, %send, %o, %recv, %device) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 0>, priority = 0 : i32, strict_ordering = false}>
      : (memref<8x128xf32, #hbm>, !dma_sem, memref<8x128xf32, #hbm>, !dma_sem, index) -> ()
  %zero = arith.constant 0 : i32
  tpu.wait_dma2 semaphore(%send : !dma_sem)
      src(%o : memref<8x128xf32, #hbm>) dst(%x : memref<8x128xf32, #hbm>) device_id(%zero)
  tpu.wait_dma2 semaphore(%recv : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>) device_id(%zero)
  return
}

// -----

// An id of type i64 at the wait.
#hbm = #tpu.memory_space<hbm>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %send: !dma_sem, %recv: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %wide = arith.constant 1 : i64
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      source_semaphore(%send : !dma_sem) target_semaphore(%recv : !dma_sem) device_id(%device)
  tpu.wait_dma2 semaphore(%send : !dma_sem)
      src(%o : memref<8x128xf32, #hbm>) dst(%x : memref<8x128xf32, #hbm>) device_id(%zero)
  // expected-error@+1 {{T0320}}
  "tpu.wait_dma2"(%recv, %x, %o, %wide) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, strict_ordering = false}>
      : (!dma_sem, memref<8x128xf32, #hbm>, memref<8x128xf32, #hbm>, i64) -> ()
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
