// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Offsets are a list: shape (n,) or (1, n).

// A table.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %offsets: memref<2x4xi32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0331}}
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      offsets(%offsets : memref<2x4xi32, #vmem>) semaphore(%sem : !dma_sem)
  return
}

// -----

// One number.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %offsets: memref<i32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0331}}
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      offsets(%offsets : memref<i32, #vmem>) semaphore(%sem : !dma_sem)
  return
}

// -----

// The twin: a list, and a row, with a leading 1 everywhere.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %offsets: memref<8xi32, #vmem>, %rows: memref<1x64x128xf32, #hbm>, %block: memref<1x8x128xf32, #vmem>, %row: memref<1x8xi32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 5 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      offsets(%offsets : memref<8xi32, #vmem>) semaphore(%sem : !dma_sem)
  tpu.enqueue_indirect_dma source(%rows : memref<1x64x128xf32, #hbm>) target(%block : memref<1x8x128xf32, #vmem>)
      offsets(%row : memref<1x8xi32, #vmem>) semaphore(%sem : !dma_sem)
  return
}
