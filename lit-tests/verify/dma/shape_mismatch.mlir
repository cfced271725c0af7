// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A DMA copies element for element, so both ends have one shape: the engine neither reshapes nor broadcasts.

// A buffer with more rows than there are to copy.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<16x128xf32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0314}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<16x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%buf : memref<16x128xf32, #vmem>)
  return
}

// -----

// As many elements, arranged differently.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<16x64xf32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0314}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<16x64xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%buf : memref<16x64xf32, #vmem>)
  return
}

// -----

// One slot of a double buffer, sliced but not squeezed: the ranks differ.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<2x8x128xf32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %zero = arith.constant 0 : i32
  %slot = tpu.memref_slice %buf[%zero, %zero, %zero] : memref<2x8x128xf32, #vmem> -> memref<1x8x128xf32, #vmem>
  // expected-error@+1 {{T0314}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%slot : memref<1x8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%slot : memref<1x8x128xf32, #vmem>)
  return
}

// -----

// The twin: the larger buffer sliced to the rows that arrive.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<16x128xf32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %zero = arith.constant 0 : i32
  %rows = tpu.memref_slice %buf[%zero, %zero] : memref<16x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%rows : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%rows : memref<8x128xf32, #vmem>)
  return
}

// -----

// The other twin: the slot squeezed.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<2x8x128xf32, #vmem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %zero = arith.constant 0 : i32
  %slot = tpu.memref_slice %buf[%zero, %zero, %zero] : memref<2x8x128xf32, #vmem> -> memref<1x8x128xf32, #vmem>
  %block = tpu.memref_squeeze %slot : memref<1x8x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%block : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%block : memref<8x128xf32, #vmem>)
  return
}
