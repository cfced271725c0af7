// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// What a copy writes is not read before the copy is done.

// Read between start and wait.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  // expected-error@+1 {{T0605}}
  %v = vector.load %buf[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// Copied on before it has arrived.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %y: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %s: memref<!tpu.dma_semaphore, #sem_mem>, %t: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 3 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%s : memref<!tpu.dma_semaphore, #sem_mem>)
  // expected-error@+1 {{T0605}}
  tpu.enqueue_dma source(%buf : memref<8x128xf32, #vmem>) target(%y : memref<8x128xf32, #any>)
      target_semaphore(%t : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.wait_dma2 semaphore(%s : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  tpu.wait_dma2 semaphore(%t : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%buf : memref<8x128xf32, #vmem>) dst(%y : memref<8x128xf32, #any>)
  return
}

// -----

// The wait is for another slot.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<2x8x128xf32, #vmem>, %sems: memref<2x!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %s0 = tpu.memref_slice %sems[%i0] : memref<2x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
  %q0 = tpu.memref_squeeze %s0 : memref<1x!tpu.dma_semaphore, #sem_mem> -> memref<!tpu.dma_semaphore, #sem_mem>
  %s1 = tpu.memref_slice %sems[%i1] : memref<2x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
  %q1 = tpu.memref_squeeze %s1 : memref<1x!tpu.dma_semaphore, #sem_mem> -> memref<!tpu.dma_semaphore, #sem_mem>
  %l0 = tpu.memref_slice %buf[%i0, %i0, %i0] : memref<2x8x128xf32, #vmem> -> memref<1x8x128xf32, #vmem>
  %b0 = tpu.memref_squeeze %l0 : memref<1x8x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  %l1 = tpu.memref_slice %buf[%i1, %i0, %i0] : memref<2x8x128xf32, #vmem> -> memref<1x8x128xf32, #vmem>
  %b1 = tpu.memref_squeeze %l1 : memref<1x8x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%b0 : memref<8x128xf32, #vmem>)
      target_semaphore(%q0 : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%b1 : memref<8x128xf32, #vmem>)
      target_semaphore(%q1 : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.wait_dma2 semaphore(%q1 : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%b1 : memref<8x128xf32, #vmem>)
  // expected-error@+1 {{T0605}}
  %v = vector.load %b0[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.wait_dma2 semaphore(%q0 : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%b0 : memref<8x128xf32, #vmem>)
  return
}

// -----

// Twin: a load that nobody uses, as JAX writes before every store, reads nothing; another slot is another memory.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  %dead = vector.load %buf[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  %v = vector.load %buf[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
