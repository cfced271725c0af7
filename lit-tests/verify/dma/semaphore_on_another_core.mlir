// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A core waits on its own semaphores, and the sources of its copies count on its own semaphores.

// A TensorCore that waits on a semaphore of a scalar subcore.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem_scs = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem, sc_scalar_subcore>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %sem: !dma_sem_scs) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0321}}
  tpu.wait_dma2 semaphore(%sem : !dma_sem_scs)
      src(%x : memref<8x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// The same with the other wait.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem_scs = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem, sc_scalar_subcore>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %sem: !dma_sem_scs) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0321}}
  tpu.wait_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem_scs) {wait_target = true}
  return
}

// -----

// The source of a copy counts elsewhere.
#hbm = #tpu.memory_space<hbm>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
!dma_sem_scs = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem, sc_scalar_subcore>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %send: !dma_sem_scs, %recv: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %device = arith.constant 1 : i32
  // expected-error@+1 {{T0321}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #hbm>)
      source_semaphore(%send : !dma_sem_scs) target_semaphore(%recv : !dma_sem) device_id(%device)
  return
}

// -----

// The twin: a scalar subcore with a semaphore that names it, and one that names no core.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
!dma_sem_scs = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem, sc_scalar_subcore>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %own: !dma_sem_scs, %sem: !dma_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<sc_scalar_subcore>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%own : !dma_sem_scs)
  tpu.wait_dma2 semaphore(%own : !dma_sem_scs)
      src(%x : memref<8x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}
