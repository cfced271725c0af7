// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true explain-unknown=true})'

// Where the analysis gave up, when asked to say so.

// A loop whose step nobody knows.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%len: memref<1xi32, #smem>, %x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 1 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %z = arith.constant 0 : index
  %n = memref.load %len[%z] : memref<1xi32, #smem>
  %i0 = arith.constant 0 : i32
  %i8 = arith.constant 8 : i32
  // expected-remark@+1 {{T0614}}
  scf.for %i = %i0 to %i8 step %n : i32 {
    tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
        target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
    tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
        src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  }
  return
}

// -----

// Twin: one whose length nobody knows is followed for some rounds.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%len: memref<1xi32, #smem>, %x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 1 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %z = arith.constant 0 : index
  %n = memref.load %len[%z] : memref<1xi32, #smem>
  %i0 = arith.constant 0 : i32
  %i8 = arith.constant 8 : i32
  scf.for %i = %i0 to %n step %i8 : i32 {
    tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
        target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
    tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
        src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  }
  return
}
