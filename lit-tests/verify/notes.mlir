// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify)'

// Beside the message: where the operands come from, view by view, and what to write instead.

#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(
    %x: memref<8x128xf32, #hbm>,
    %buf: memref<8x128xf32, #vmem>,
    // expected-note@+1 {{target semaphore is scratch operand 1, a 2-element DMA semaphore array}}
    %sems: memref<2x!tpu.dma_semaphore, #sem_mem>
  ) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %slot = arith.constant 1 : i32
  // expected-note@+1 {{sliced to a 1-element DMA semaphore array}}
  %one = tpu.memref_slice %sems[%slot] : memref<2x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
  // expected-error@+2 {{T0307: a DMA works with one semaphore, but `.at[1:2]` of scratch operand 1 still has shape (1,)}}
  // expected-note@+1 {{hint: use integers for indices, `sems.at[i]`}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%one : memref<1x!tpu.dma_semaphore, #sem_mem>)
  return
}

// -----

// Names from JAX's locations are used where there are any.

#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>

// An argument without a place of its own is shown at its function.
// expected-note@+1 {{target semaphore is `done`: scratch operand 1, i32[] in SMEM}}
func.func @kernel(
    %x: memref<8x128xf32, #hbm>, %buf: memref<8x128xf32, #vmem>, %flag: memref<i32, #tpu.memory_space<smem>> loc("done")
  ) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+2 {{T0303: a DMA needs a semaphore as its target semaphore, but `done` is i32[] in SMEM}}
  // expected-note@+1 {{hint: declare a semaphore}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%flag : memref<i32, #tpu.memory_space<smem>>)
  return
}
