// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A gather goes from shared memory to VMEM, a scatter the other way; there is nothing between other memories.

// A gather from VMEM, and the wait for it.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %offsets: memref<8xi32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0328}}
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #vmem>) target(%buf : memref<8x128xf32, #vmem>)
      offsets(%offsets : memref<8xi32, #vmem>) semaphore(%sem : !dma_sem)
  // expected-error@+1 {{T0328}}
  tpu.wait_indirect_dma semaphore(%sem : !dma_sem)
      src(%x : memref<64x128xf32, #vmem>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// A gather to a ref in no stated memory.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32>, %offsets: memref<8xi32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0328}}
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #hbm>) target(%buf : memref<8x128xf32>)
      offsets(%offsets : memref<8xi32, #vmem>) semaphore(%sem : !dma_sem)
  return
}

// -----

// The twin: a gather.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %offsets: memref<8xi32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      offsets(%offsets : memref<8xi32, #vmem>) semaphore(%sem : !dma_sem)
  tpu.wait_indirect_dma semaphore(%sem : !dma_sem)
      src(%x : memref<64x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// The other twin: a scatter.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %offsets: memref<8xi32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  tpu.enqueue_indirect_dma source(%buf : memref<8x128xf32, #vmem>) target(%x : memref<64x128xf32, #hbm>)
      offsets(%offsets : memref<8xi32, #vmem>) semaphore(%sem : !dma_sem)
  return
}
