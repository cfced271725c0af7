// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// A wait takes off the bytes that its copies bring.

// Twice the bytes.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %big: memref<16x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 3 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  // expected-error@+1 {{T0603}}
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%big : memref<16x128xf32, #vmem>)
  return
}

// -----

// Half the bytes: the rest is left behind.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<16x128xf32, #any>, %y: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<16x128xf32, #vmem>, %small: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 3 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<16x128xf32, #any>) target(%buf : memref<16x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  // expected-error@+1 {{T0603}}
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%y : memref<8x128xf32, #any>) dst(%small : memref<8x128xf32, #vmem>)
  return
}

// -----

// Twin: the refs of a wait need not be those of the start; their size counts.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %other: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 3 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%o : memref<8x128xf32, #vmem>) dst(%other : memref<8x128xf32, #vmem>)
  return
}

// -----

// Twin: two copies, one wait for both.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %y: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %a: memref<8x128xf32, #vmem>, %b: memref<8x128xf32, #vmem>, %big: memref<16x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 4 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%a : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.enqueue_dma source(%y : memref<8x128xf32, #any>) target(%b : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%big : memref<16x128xf32, #vmem>)
  return
}
