// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(lower-dma)'

#hbm = #tpu.memory_space<hbm>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @copy_to_a_subcore(%x: memref<8x128xf32, #hbm>, %y: memref<8x128xf32, #hbm>, %sem: !sem, %n: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0701: tpu.enqueue_dma is not supported: copies to a subcore}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%y : memref<8x128xf32, #hbm>) source_semaphore(%sem : !sem) target_semaphore(%sem : !sem) device_id(%n) subcore_id(%n)
  return
}

// -----

!sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @signal_to_a_subcore(%sem: !sem, %n: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // expected-error@+1 {{T0701: tpu.sem_signal is not supported: signals to a subcore}}
  tpu.sem_signal %sem, %n core_id %n subcore_id %n : !sem
  return
}
