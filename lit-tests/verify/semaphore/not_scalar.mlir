// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A semaphore operation acts on one semaphore: an array of them must be indexed down to a scalar ref first.

// A signal on the array.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  // expected-error@+1 {{T0406}}
  tpu.sem_signal %sems, %n : memref<2x!tpu.semaphore, #sem_mem>
  return
}

// -----

// A signal on one element, sliced but not squeezed.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  %slot = arith.constant 1 : i32
  %one = tpu.memref_slice %sems[%slot] : memref<2x!tpu.semaphore, #sem_mem> -> memref<1x!tpu.semaphore, #sem_mem>
  // expected-error@+1 {{T0406}}
  tpu.sem_signal %one, %n : memref<1x!tpu.semaphore, #sem_mem>
  return
}

// -----

// A wait on the array, after a signal on one of its semaphores.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  %slot = arith.constant 1 : i32
  %one = tpu.memref_slice %sems[%slot] : memref<2x!tpu.semaphore, #sem_mem> -> memref<1x!tpu.semaphore, #sem_mem>
  %sem = tpu.memref_squeeze %one : memref<1x!tpu.semaphore, #sem_mem> -> !reg_sem
  tpu.sem_signal %sem, %n : !reg_sem
  // expected-error@+1 {{T0406}}
  tpu.sem_wait %sems, %n : memref<2x!tpu.semaphore, #sem_mem>
  return
}

// -----

// A read of the array.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0406}}
  %count = tpu.sem_read %sems : memref<2x!tpu.semaphore, #sem_mem> -> i32
  return
}

// -----

// A read of an array of DMA semaphores.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0406}}
  %count = tpu.sem_read %sems : memref<2x!tpu.dma_semaphore, #sem_mem> -> i32
  return
}

// -----

// The twin: sliced and squeezed.
#hbm = #tpu.memory_space<hbm>
#sem_mem = #tpu.memory_space<semaphore_mem>
!reg_sem = memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #hbm>, %sems: memref<2x!tpu.semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %n = arith.constant 1 : i32
  %slot = arith.constant 1 : i32
  %one = tpu.memref_slice %sems[%slot] : memref<2x!tpu.semaphore, #sem_mem> -> memref<1x!tpu.semaphore, #sem_mem>
  %sem = tpu.memref_squeeze %one : memref<1x!tpu.semaphore, #sem_mem> -> !reg_sem
  tpu.sem_signal %sem, %n : !reg_sem
  %count = tpu.sem_read %sem : !reg_sem -> i32
  tpu.sem_wait %sem, %n : !reg_sem
  return
}
