// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// What a copy reads or writes is not written before the copy is done.

// Its source.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%y: memref<8x128xf32, #any>, %x: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %buf[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.enqueue_dma source(%buf : memref<8x128xf32, #vmem>) target(%y : memref<8x128xf32, #any>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  // expected-error@+1 {{T0606}}
  tpu.vector_store %buf[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%buf : memref<8x128xf32, #vmem>) dst(%y : memref<8x128xf32, #any>)
  return
}

// -----

// Its target.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %v = vector.load %o[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  // expected-error@+1 {{T0606}}
  tpu.vector_store %buf[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// Two copies into one buffer.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %y: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %s: memref<!tpu.dma_semaphore, #sem_mem>, %t: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 3 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%s : memref<!tpu.dma_semaphore, #sem_mem>)
  // expected-error@+1 {{T0606}}
  tpu.enqueue_dma source(%y : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%t : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.wait_dma2 semaphore(%s : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  tpu.wait_dma2 semaphore(%t : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%y : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// Twin: after the wait.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %v = vector.load %o[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  tpu.vector_store %buf[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
