// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none sync=true})'

// Every copy that a kernel starts is waited for before its semaphore goes away.

// Started, used, and never waited for: one report, for the use is a consequence.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{T0601}}
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  %v = vector.load %buf[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// Two copies on one semaphore, one wait.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %y: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %a: memref<8x128xf32, #vmem>, %b: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 3 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%a : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  // expected-error@+1 {{T0601}}
  tpu.enqueue_dma source(%y : memref<8x128xf32, #any>) target(%b : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%a : memref<8x128xf32, #vmem>)
  return
}

// -----

// The semaphore is a scope's own, and the scope ends.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  "tpu.region"() ({
    %sem = tpu.sem_alloc : memref<!tpu.dma_semaphore, #sem_mem>
    // expected-error@+1 {{T0601}}
    tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%o : memref<8x128xf32, #vmem>)
        target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
    tpu.yield
  }) : () -> ()
  return
}

// -----

// Twin: waited for.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  %v = vector.load %buf[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// Twin: double buffering. The prologue starts slot 0; round i starts slot (i + 1) % 2 unless it is the last, and waits for slot i % 2.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<4x8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<2x8x128xf32, #vmem>, %sems: memref<2x!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %z = arith.constant 0 : index
  %s0 = tpu.memref_slice %sems[%c0] : memref<2x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
  %q0 = tpu.memref_squeeze %s0 : memref<1x!tpu.dma_semaphore, #sem_mem> -> memref<!tpu.dma_semaphore, #sem_mem>
  %x0 = tpu.memref_slice %x[%c0, %c0, %c0] : memref<4x8x128xf32, #any> -> memref<1x8x128xf32, #any>
  %b0 = tpu.memref_slice %buf[%c0, %c0, %c0] : memref<2x8x128xf32, #vmem> -> memref<1x8x128xf32, #vmem>
  tpu.enqueue_dma source(%x0 : memref<1x8x128xf32, #any>) target(%b0 : memref<1x8x128xf32, #vmem>) target_semaphore(%q0 : memref<!tpu.dma_semaphore, #sem_mem>)
  scf.for %i = %c0 to %c4 step %c1 : i32 {
    %next = arith.addi %i, %c1 : i32
    %more = arith.cmpi slt, %next, %c4 : i32
    scf.if %more {
      %slot = arith.remsi %next, %c2 : i32
      %s = tpu.memref_slice %sems[%slot] : memref<2x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
      %q = tpu.memref_squeeze %s : memref<1x!tpu.dma_semaphore, #sem_mem> -> memref<!tpu.dma_semaphore, #sem_mem>
      %xn = tpu.memref_slice %x[%next, %c0, %c0] : memref<4x8x128xf32, #any> -> memref<1x8x128xf32, #any>
      %bn = tpu.memref_slice %buf[%slot, %c0, %c0] : memref<2x8x128xf32, #vmem> -> memref<1x8x128xf32, #vmem>
      tpu.enqueue_dma source(%xn : memref<1x8x128xf32, #any>) target(%bn : memref<1x8x128xf32, #vmem>) target_semaphore(%q : memref<!tpu.dma_semaphore, #sem_mem>)
    }
    %now = arith.remsi %i, %c2 : i32
    %s = tpu.memref_slice %sems[%now] : memref<2x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
    %q = tpu.memref_squeeze %s : memref<1x!tpu.dma_semaphore, #sem_mem> -> memref<!tpu.dma_semaphore, #sem_mem>
    %xi = tpu.memref_slice %x[%i, %c0, %c0] : memref<4x8x128xf32, #any> -> memref<1x8x128xf32, #any>
    %bi = tpu.memref_slice %buf[%now, %c0, %c0] : memref<2x8x128xf32, #vmem> -> memref<1x8x128xf32, #vmem>
    tpu.wait_dma2 semaphore(%q : memref<!tpu.dma_semaphore, #sem_mem>) src(%xi : memref<1x8x128xf32, #any>) dst(%bi : memref<1x8x128xf32, #vmem>)
    %at = arith.index_cast %now : i32 to index
    %v = vector.load %buf[%at, %z, %z] : memref<2x8x128xf32, #vmem>, vector<1x8x128xf32>
    %w = vector.shape_cast %v : vector<1x8x128xf32> to vector<8x128xf32>
    tpu.vector_store %o[%z, %z], %w {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  }
  return
}

// -----

// Twin: the semaphore is an operand; another kernel may wait on it.
#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>
#sem_mem = #tpu.memory_space<semaphore_mem>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #any>, %sem: memref<!tpu.dma_semaphore, #sem_mem>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>} {
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%o : memref<8x128xf32, #any>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  return
}
