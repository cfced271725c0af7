// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// The engine reads the offsets from the VMEM of its subcore.

// Offsets in HBM.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %offsets: memref<8xi32, #hbm>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0330}}
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      offsets(%offsets : memref<8xi32, #hbm>) semaphore(%sem : !dma_sem)
  return
}

// -----

// The twin.
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
