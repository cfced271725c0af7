// RUN: tessera-opt %s --pass-pipeline='builtin.module(tpu-graph)' -o /dev/null | FileCheck %s

// The picture of a kernel: its refs, the copies between them, and the semaphores they count on. Views are folded into
// labels, arithmetic into dotted edges, and the read of the old value before a store is left out.

#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
#sem_mem = #tpu.memory_space<semaphore_mem>

// CHECK: digraph kernel {
// CHECK: label="double on a TensorCore"
func.func @double(%x: memref<8x128xf32, #hbm> loc("x_hbm"), %o: memref<8x128xf32, #vmem> loc("o_ref"), %slots: memref<2x8x128xf32, #vmem> loc("slots"), %sems: memref<2x!tpu.dma_semaphore, #sem_mem> loc("sems")) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  // CHECK: [[X:v[0-9]+]] [{{.*}}label="x_hbm\noperand 0\nf32[8,128] in HBM"];
  // CHECK: [[O:v[0-9]+]] [{{.*}}label="o_ref\noperand 1\nf32[8,128] in VMEM"];
  // CHECK: [[SLOTS:v[0-9]+]] [{{.*}}label="slots\nscratch operand 0\nf32[2,8,128] in VMEM"];
  // CHECK: [[SEMS:v[0-9]+]] [{{.*}}label="sems\nscratch operand 1\n2-element DMA semaphore array"];
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %sem1 = tpu.memref_slice %sems[%one] : memref<2x!tpu.dma_semaphore, #sem_mem> -> memref<1x!tpu.dma_semaphore, #sem_mem>
  %sem = tpu.memref_squeeze %sem1 : memref<1x!tpu.dma_semaphore, #sem_mem> -> memref<!tpu.dma_semaphore, #sem_mem>
  %slot1 = tpu.memref_slice %slots[%one, %zero, %zero] : memref<2x8x128xf32, #vmem> -> memref<1x8x128xf32, #vmem>
  %slot = tpu.memref_squeeze %slot1 : memref<1x8x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  // CHECK: [[START:o[0-9]+]] [{{.*}}label="start DMA\ngraph.mlir:[[#@LINE+1]]"];
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%slot : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
  // CHECK: [[WAIT:o[0-9]+]] [{{.*}}label="wait for DMA\ngraph.mlir:[[#@LINE+1]]"];
  tpu.wait_dma2 semaphore(%sem : memref<!tpu.dma_semaphore, #sem_mem>)
      src(%x : memref<8x128xf32, #hbm>) dst(%slot : memref<8x128xf32, #vmem>)
  // CHECK: [[LOAD:o[0-9]+]] [{{.*}}label="vector.load\ngraph.mlir:[[#@LINE+1]]"];
  %value = vector.load %slot[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %sum = arith.addf %value, %value : vector<8x128xf32>
  %old = vector.load %o[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  // CHECK-NOT: vector.load
  // CHECK: [[STORE:o[0-9]+]] [{{.*}}label="tpu.vector_store\ngraph.mlir:[[#@LINE+1]]"];
  tpu.vector_store %o[%c0, %c0], %sum {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
// CHECK-DAG: [[START]] -> [[SEMS]] [{{.*}}label="receive\n.at[1]"];
// CHECK-DAG: [[X]] -> [[START]] [
// CHECK-DAG: [[START]] -> [[SLOTS]] [{{.*}}label=".at[1]"];
// CHECK-DAG: [[WAIT]] -> [[SEMS]] [{{.*}}label="wait for DMA\n.at[1]"];
// CHECK-DAG: [[SLOTS]] -> [[LOAD]] [{{.*}}label=".at[1]"];
// CHECK-DAG: [[STORE]] -> [[O]] [
// CHECK-DAG: [[LOAD]] -> [[STORE]] [style=dotted
