// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Copies that run by themselves, and waiting for them.

// CHECK-LABEL: func.func @local(
func.func @local(%a: memref<16x128xbf16, #tpu.memory_space<hbm>>, %b: memref<16x128xbf16, #tpu.memory_space<vmem>>, %s: memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) {
  // CHECK: tpu.enqueue_dma source(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<vmem>>) target_semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>)
  tpu.enqueue_dma source(%a : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%b : memref<16x128xbf16, #tpu.memory_space<vmem>>) target_semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>)
  // CHECK: tpu.enqueue_dma source(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<vmem>>) target_semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) {priority = 1 : i32, strict_ordering = true}
  tpu.enqueue_dma source(%a : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%b : memref<16x128xbf16, #tpu.memory_space<vmem>>) target_semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) {priority = 1 : i32, strict_ordering = true}
  // CHECK: tpu.enqueue_dma source(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<vmem>>)
  tpu.enqueue_dma source(%a : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%b : memref<16x128xbf16, #tpu.memory_space<vmem>>)
  // CHECK: tpu.wait_dma2 semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<hbm>>) dst(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<vmem>>)
  tpu.wait_dma2 semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%a : memref<16x128xbf16, #tpu.memory_space<hbm>>) dst(%b : memref<16x128xbf16, #tpu.memory_space<vmem>>)
  return
}

// CHECK-LABEL: func.func @remote(
func.func @remote(%a: memref<16x128xbf16, #tpu.memory_space<hbm>>, %b: memref<16x128xbf16, #tpu.memory_space<vmem>>, %s: memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %r: memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %d: i32, %c: i32) {
  // CHECK: tpu.enqueue_dma source(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<vmem>>) source_semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) target_semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) device_id(%{{.*}})
  tpu.enqueue_dma source(%a : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%b : memref<16x128xbf16, #tpu.memory_space<vmem>>) source_semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) target_semaphore(%r : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) device_id(%d)
  // CHECK: tpu.enqueue_dma source(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<vmem>>) source_semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) target_semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) device_id(%{{.*}}) core_id(%{{.*}}) subcore_id(%{{.*}})
  tpu.enqueue_dma source(%a : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%b : memref<16x128xbf16, #tpu.memory_space<vmem>>) source_semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) target_semaphore(%r : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) device_id(%d) core_id(%c) subcore_id(%c)
  // CHECK: tpu.wait_dma2 semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<hbm>>) dst(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<vmem>>) device_id(%{{.*}}) core_id(%{{.*}}) {strict_ordering = true}
  tpu.wait_dma2 semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%a : memref<16x128xbf16, #tpu.memory_space<hbm>>) dst(%b : memref<16x128xbf16, #tpu.memory_space<vmem>>) device_id(%d) core_id(%c) {strict_ordering = true}
  return
}

// CHECK-LABEL: func.func @wait(
func.func @wait(%a: memref<16x128xbf16, #tpu.memory_space<hbm>>, %b: memref<16x128xbf16, #tpu.memory_space<vmem>>, %s: memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %d: i32) {
  // CHECK: tpu.wait_dma source(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<vmem>>) target_semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) {wait_target = true}
  tpu.wait_dma source(%a : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%b : memref<16x128xbf16, #tpu.memory_space<vmem>>) target_semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) {wait_target = true}
  // CHECK: tpu.wait_dma source(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%{{.*}} : memref<16x128xbf16, #tpu.memory_space<vmem>>) source_semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) device_id(%{{.*}}) {priority = 2 : i32, wait_target = false}
  tpu.wait_dma source(%a : memref<16x128xbf16, #tpu.memory_space<hbm>>) target(%b : memref<16x128xbf16, #tpu.memory_space<vmem>>) source_semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) device_id(%d) {priority = 2 : i32, wait_target = false}
  return
}

// CHECK-LABEL: func.func @indirect(
func.func @indirect(%t: memref<512x128xf32, #tpu.memory_space<hbm>>, %b: memref<32x128xf32, #tpu.memory_space<vmem>>, %o: memref<32xi32, #tpu.memory_space<vmem>>, %v: vector<32xi32>, %s: memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %n: i32) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // CHECK: tpu.enqueue_indirect_dma source(%{{.*}} : memref<512x128xf32, #tpu.memory_space<hbm>>) target(%{{.*}} : memref<32x128xf32, #tpu.memory_space<vmem>>) offsets(%{{.*}} : memref<32xi32, #tpu.memory_space<vmem>>) semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>)
  tpu.enqueue_indirect_dma source(%t : memref<512x128xf32, #tpu.memory_space<hbm>>) target(%b : memref<32x128xf32, #tpu.memory_space<vmem>>) offsets(%o : memref<32xi32, #tpu.memory_space<vmem>>) semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>)
  // CHECK: tpu.enqueue_indirect_dma source(%{{.*}} : memref<32x128xf32, #tpu.memory_space<vmem>>) target(%{{.*}} : memref<512x128xf32, #tpu.memory_space<hbm>>) offsets(%{{.*}} : vector<32xi32>) offset_filter(%{{.*}}) semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) {add = true}
  tpu.enqueue_indirect_dma source(%b : memref<32x128xf32, #tpu.memory_space<vmem>>) target(%t : memref<512x128xf32, #tpu.memory_space<hbm>>) offsets(%v : vector<32xi32>) offset_filter(%n) semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) {add = true}
  // CHECK: tpu.wait_indirect_dma semaphore(%{{.*}} : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%{{.*}} : memref<512x128xf32, #tpu.memory_space<hbm>>) dst(%{{.*}} : memref<32x128xf32, #tpu.memory_space<vmem>>)
  tpu.wait_indirect_dma semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%t : memref<512x128xf32, #tpu.memory_space<hbm>>) dst(%b : memref<32x128xf32, #tpu.memory_space<vmem>>)
  return
}
