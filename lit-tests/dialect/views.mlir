// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Views of refs.

// CHECK-LABEL: func.func @slice(
func.func @slice(%b: memref<96x256xf32, #tpu.memory_space<hbm>>, %i: i32, %n: i32) {
  // CHECK: tpu.memref_slice %{{.*}}[%{{.*}}, %{{.*}}] : memref<96x256xf32, #tpu.memory_space<hbm>> -> memref<1x128xf32, #tpu.memory_space<hbm>>
  %0 = tpu.memref_slice %b[%i, %i] : memref<96x256xf32, #tpu.memory_space<hbm>> -> memref<1x128xf32, #tpu.memory_space<hbm>>
  // CHECK: tpu.memref_slice %{{.*}}[%{{.*}}, %{{.*}}] <%{{.*}}> : memref<96x256xf32, #tpu.memory_space<hbm>> -> memref<?x256xf32, #tpu.memory_space<hbm>>
  %1 = tpu.memref_slice %b[%i, %i] <%n> : memref<96x256xf32, #tpu.memory_space<hbm>> -> memref<?x256xf32, #tpu.memory_space<hbm>>
  // CHECK: tpu.memref_squeeze %{{.*}} : memref<1x128xf32, #tpu.memory_space<hbm>> -> memref<128xf32, #tpu.memory_space<hbm>>
  %2 = tpu.memref_squeeze %0 : memref<1x128xf32, #tpu.memory_space<hbm>> -> memref<128xf32, #tpu.memory_space<hbm>>
  return
}

// CHECK-LABEL: func.func @semaphore(
func.func @semaphore(%s: memref<4x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %i: i32) {
  // CHECK: tpu.memref_slice %{{.*}}[%{{.*}}] : memref<4x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
  %0 = tpu.memref_slice %s[%i] : memref<4x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
  // CHECK: tpu.memref_squeeze %{{.*}} : memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
  %1 = tpu.memref_squeeze %0 : memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
  return
}

// CHECK-LABEL: func.func @shapes(
func.func @shapes(%b: memref<6x8x128xi32, #tpu.memory_space<vmem>>) {
  // CHECK: tpu.memref_reshape %{{.*}} : memref<6x8x128xi32, #tpu.memory_space<vmem>> -> memref<48x128xi32, #tpu.memory_space<vmem>>
  %0 = tpu.memref_reshape %b : memref<6x8x128xi32, #tpu.memory_space<vmem>> -> memref<48x128xi32, #tpu.memory_space<vmem>>
  // CHECK: tpu.memref_bitcast %{{.*}} : memref<48x128xi32, #tpu.memory_space<vmem>> -> memref<96x128xbf16, #tpu.memory_space<vmem>>
  %1 = tpu.memref_bitcast %0 : memref<48x128xi32, #tpu.memory_space<vmem>> -> memref<96x128xbf16, #tpu.memory_space<vmem>>
  return
}

// CHECK-LABEL: func.func @casts(
func.func @casts(%b: memref<48x128xi32, #tpu.memory_space<vmem>>, %o: i32, %n: i32, %v: vector<8x128xf32>) {
  // CHECK: tpu.reinterpret_cast %{{.*}} : memref<48x128xi32, #tpu.memory_space<vmem>> -> memref<6144xi32, #tpu.memory_space<vmem>>
  %0 = tpu.reinterpret_cast %b : memref<48x128xi32, #tpu.memory_space<vmem>> -> memref<6144xi32, #tpu.memory_space<vmem>>
  // CHECK: tpu.reinterpret_cast %{{.*}} %{{.*}} : memref<48x128xi32, #tpu.memory_space<vmem>> -> memref<128xi32, #tpu.memory_space<vmem>>
  %1 = tpu.reinterpret_cast %b %o : memref<48x128xi32, #tpu.memory_space<vmem>> -> memref<128xi32, #tpu.memory_space<vmem>>
  // CHECK: tpu.reinterpret_cast %{{.*}} %{{.*}}<%{{.*}}> : memref<48x128xi32, #tpu.memory_space<vmem>> -> memref<?x128xi32, #tpu.memory_space<vmem>>
  %2 = tpu.reinterpret_cast %b %o<%n> : memref<48x128xi32, #tpu.memory_space<vmem>> -> memref<?x128xi32, #tpu.memory_space<vmem>>
  // CHECK: tpu.assume_layout %{{.*}} : vector<8x128xf32> -> vector<8x128xf32>
  %3 = tpu.assume_layout %v : vector<8x128xf32> -> vector<8x128xf32>
  return
}

// CHECK-LABEL: func.func @layout(
func.func @layout(%b: memref<48x128xi32, #tpu.tiled<(8,128),[1,1]>, #tpu.memory_space<vmem>>) {
  // CHECK: tpu.erase_memref_layout %{{.*}} : memref<48x128xi32, #tpu.tiled<(8,128),[1,1]>, #tpu.memory_space<vmem>> -> memref<48x128xi32, #tpu.memory_space<vmem>>
  %0 = tpu.erase_memref_layout %b : memref<48x128xi32, #tpu.tiled<(8,128),[1,1]>, #tpu.memory_space<vmem>> -> memref<48x128xi32, #tpu.memory_space<vmem>>
  return
}
