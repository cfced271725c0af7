// Memory and semaphores that live for a scope; the scope yields a value. Each round gets them afresh.
// A scope for profilers only is nothing.
//
// RUN: %{python} %S/Inputs/make.py %t 'in0=f32[8,128]: i + j' 'out0=f32[8,128]: 8*in0[i, j]'
// RUN: tessera run %s --outputs 1 --inputs %t --expect %t | FileCheck %s

// CHECK: out0: all 1024 elements as expected

#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @rounds(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %nothing = arith.constant dense<0.0> : vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %nothing {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  scf.for %round = %zero to %four step %one : i32 {
    %copied = "tpu.region"() ({
      %buffer = memref.alloca() : memref<8x128xf32, #vmem>
      %sem = tpu.sem_alloc : !sem
      tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%buffer : memref<8x128xf32, #vmem>) target_semaphore(%sem : !sem)
      tpu.wait_dma2 semaphore(%sem : !sem) src(%x : memref<8x128xf32, #hbm>) dst(%buffer : memref<8x128xf32, #vmem>)
      %0 = vector.load %buffer[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
      %1 = arith.addf %0, %0 : vector<8x128xf32>
      tpu.yield %1 : vector<8x128xf32>
    }) : () -> vector<8x128xf32>
    %sum = vector.load %o[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
    "tpu.trace"() <{level = 10 : i32, message = "add"}> ({
      %next = arith.addf %sum, %copied : vector<8x128xf32>
      tpu.vector_store %o[%c0, %c0], %next {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
      tpu.yield
    }) : () -> ()
  }
  return
}
