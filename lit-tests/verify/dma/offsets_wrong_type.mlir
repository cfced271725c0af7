// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// The offsets of a gather or scatter are i32 numbers, in a ref or in a vector of one dimension.

// A ref of 16-bit numbers.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %offsets: memref<8xi16, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0329}}
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      offsets(%offsets : memref<8xi16, #vmem>) semaphore(%sem : !dma_sem)
  return
}

// -----

// A vector of two dimensions.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %list: memref<1x8xi32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %zero = arith.constant 0 : index
  %offsets = vector.load %list[%zero, %zero] : memref<1x8xi32, #vmem>, vector<1x8xi32>
  // expected-error@+1 {{T0329}}
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      offsets(%offsets : vector<1x8xi32>) semaphore(%sem : !dma_sem)
  return
}

// -----

// The twin: a ref, and a vector.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<64x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %offsets: memref<8xi32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %zero = arith.constant 0 : index
  %list = vector.load %offsets[%zero] : memref<8xi32, #vmem>, vector<8xi32>
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      offsets(%offsets : memref<8xi32, #vmem>) semaphore(%sem : !dma_sem)
  tpu.enqueue_indirect_dma source(%x : memref<64x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      offsets(%list : vector<8xi32>) semaphore(%sem : !dma_sem)
  tpu.wait_indirect_dma semaphore(%sem : !dma_sem)
      src(%x : memref<64x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)
  tpu.wait_indirect_dma semaphore(%sem : !dma_sem)
      src(%x : memref<64x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}
