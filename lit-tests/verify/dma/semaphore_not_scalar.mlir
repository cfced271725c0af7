// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A DMA counts on one semaphore: an array of them must be indexed down to a scalar ref first.

// The array itself.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0307}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%sems : memref<2x!tpu.dma_semaphore, #sem_mem>)
  return
}

// -----

// Sliced to one element, but still an array.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %slot = arith.constant 1 : i32
  %one = tpu.memref_slice %sems[%slot] : memref<2x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
  // expected-error@+1 {{T0307}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%one : memref<1x!tpu.dma_semaphore, #sem_mem>)
  return
}

// -----

// An array on the sending side of a remote copy.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.dma_semaphore, #sem_mem>, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : i32
  // expected-error@+1 {{T0307}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      source_semaphore(%sems : memref<2x!tpu.dma_semaphore, #sem_mem>) target_semaphore(%sem : !dma_sem) device_id(%device)
  return
}

// -----

// The start is right, the wait forgets the index.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %slot = arith.constant 1 : i32
  %one = tpu.memref_slice %sems[%slot] : memref<2x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
  %sem = tpu.memref_squeeze %one : memref<1x!tpu.dma_semaphore, #sem_mem> -> !dma_sem
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%sem : !dma_sem)
  // expected-error@+1 {{T0307}}
  tpu.wait_dma2 semaphore(%sems : memref<2x!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>)
  return
}

// -----

// The twin: sliced and squeezed.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %slot = arith.constant 1 : i32
  %one = tpu.memref_slice %sems[%slot] : memref<2x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
  %sem = tpu.memref_squeeze %one : memref<1x!tpu.dma_semaphore, #sem_mem> -> !dma_sem
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #hbm>)
  return
}
