// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// Starts, signals and waits match whichever way a branch goes.

// Started under a condition, waited for without.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%flag: memref<1xi32, #smem>, %x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 1 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %z = arith.constant 0 : index
  %f = memref.load %flag[%z] : memref<1xi32, #smem>
  %i0 = arith.constant 0 : i32
  %p = arith.cmpi ne, %f, %i0 : i32
  scf.if %p {
    tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
        target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  }
  // expected-error@+1 {{T0609}}
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// Twin: both under it.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%flag: memref<1xi32, #smem>, %x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 1 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %z = arith.constant 0 : index
  %f = memref.load %flag[%z] : memref<1xi32, #smem>
  %i0 = arith.constant 0 : i32
  %p = arith.cmpi ne, %f, %i0 : i32
  scf.if %p {
    tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
        target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
    tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
        src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  }
  return
}

// -----

// Twin: the branch is asked again in every step of the grid, and may be taken in the first one only: cannot tell.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%i: i32, %flag: memref<1xi32, #smem>, %x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2>, scalar_prefetch = 1 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %z = arith.constant 0 : index
  %f = memref.load %flag[%z] : memref<1xi32, #smem>
  %i0 = arith.constant 0 : i32
  %p = arith.cmpi ne, %f, %i0 : i32
  scf.if %p {
    tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
        target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  }
  scf.if %p {
    tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
        src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  }
  return
}
