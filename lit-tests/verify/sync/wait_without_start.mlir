// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// A wait for a copy has a copy to wait for.

// Nothing is started.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0602}}
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// Waited for twice.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  // expected-error@+1 {{T0602}}
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// In a loop whose length nobody knows, each round waits twice.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%len: memref<1xi32, #smem>, %x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 1 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %z = arith.constant 0 : index
  %n = memref.load %len[%z] : memref<1xi32, #smem>
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  scf.for %i = %i0 to %n step %i1 : i32 {
    tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
        target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
    tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
        src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
    // expected-error@+1 {{T0602}}
    tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
        src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  }
  return
}

// -----

// Twin: as many waits as starts, in the loop too.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%len: memref<1xi32, #smem>, %x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 1 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %z = arith.constant 0 : index
  %n = memref.load %len[%z] : memref<1xi32, #smem>
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  scf.for %i = %i0 to %n step %i1 : i32 {
    tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
        target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
    tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
        src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  }
  return
}

// -----

// Twin: started and waited for under one predicate, which nobody knows.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%len: memref<1xi32, #smem>, %x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 1 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %z = arith.constant 0 : index
  %n = memref.load %len[%z] : memref<1xi32, #smem>
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %p = arith.cmpi sgt, %n, %i0 : i32
  scf.if %p {
    tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
        target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  }
  %q = arith.cmpi sge, %n, %i1 : i32
  scf.if %q {
    tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
        src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  }
  return
}
