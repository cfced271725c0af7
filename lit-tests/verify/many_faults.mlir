// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// One run reports every fault of a kernel, each at its own line, not only the first.

// Eight operations, each wrong in a way of its own.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %tall: memref<16x128xf32, #vmem>, %half: memref<8x128xbf16, #vmem>, %sem: !dma_sem, %reg: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 5 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  // Both ends must have one shape.
  // expected-error@+1 {{T0314}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%tall : memref<16x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%tall : memref<16x128xf32, #vmem>)

  // And one element type.
  // expected-error@+1 {{T0313}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%half : memref<8x128xbf16, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%half : memref<8x128xbf16, #vmem>)

  // There are two priorities.
  // expected-error@+1 {{T0318}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem) {priority = 7 : i32}
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)

  // A local copy has a semaphore at its target only.
  // expected-error@+1 {{T0310}}
  tpu.enqueue_dma source(%buf : memref<8x128xf32, #vmem>) target(%o : memref<8x128xf32, #hbm>)
      source_semaphore(%sem : !dma_sem) target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%buf : memref<8x128xf32, #vmem>) dst(%o : memref<8x128xf32, #hbm>)

  // And never none at all.
  // expected-error@+1 {{T0308}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)

  // A copy goes from one place to another.
  // expected-warning@+1 {{T0316}}
  tpu.enqueue_dma source(%buf : memref<8x128xf32, #vmem>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%buf : memref<8x128xf32, #vmem>) dst(%buf : memref<8x128xf32, #vmem>)

  // Regular semaphores do not count bytes.
  // expected-error@+1 {{T0304}}
  tpu.wait_dma2 semaphore(%reg : !reg_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)

  // And DMA semaphores count nothing else.
  // expected-error@+1 {{T0403}}
  tpu.sem_signal %sem, %n : !dma_sem
  return
}

// -----

// One mistake, an array of semaphores that was never indexed, at the two operations that use it.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %sems: memref<2x!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0307}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sems : memref<2x!tpu.dma_semaphore, #sem_mem>)
  // expected-error@+1 {{T0307}}
  tpu.wait_dma2 semaphore(%sems : memref<2x!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}

// -----

// The twin: a kernel without faults.
#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!dma_sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %sem: !dma_sem, %reg: !reg_sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 3 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%x : memref<8x128xf32, #hbm>) dst(%buf : memref<8x128xf32, #vmem>)
  tpu.enqueue_dma source(%buf : memref<8x128xf32, #vmem>) target(%o : memref<8x128xf32, #hbm>)
      target_semaphore(%sem : !dma_sem)
  tpu.wait_dma2 semaphore(%sem : !dma_sem)
      src(%buf : memref<8x128xf32, #vmem>) dst(%o : memref<8x128xf32, #hbm>)
  %n = arith.constant 1 : i32
  tpu.sem_signal %reg, %n : !reg_sem
  tpu.sem_wait %reg, %n : !reg_sem
  return
}
