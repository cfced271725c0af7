// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(lower-dma,fuse-vectors,canonicalize,cse)' | FileCheck %s

// x = x + 1: each element is read before it is written, so no temporary.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %[[X:[^: ]*]]: memref
// CHECK-SAME: tessera.arena_bytes = 0
// CHECK: %[[OLD:.*]] = vector.load %[[X]][%[[I:.*]], %[[J:.*]]]
// CHECK: %[[NEW:.*]] = arith.addf %[[OLD]]
// CHECK: vector.store %[[NEW]], %[[X]][%[[I]], %[[J]]]
func.func @in_place(%x: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %one = arith.constant dense<1.0> : vector<8x128xf32>
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  %1 = arith.addf %0, %one : vector<8x128xf32>
  tpu.vector_store %x[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// Read, overwritten, then used: the old values are set aside before the store.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @used_after_store(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32, {{[^,]*}}>, %[[O:[^: ]*]]: memref
// CHECK: %[[OLD:.*]] = vector.load %[[X]]
// CHECK: vector.store %[[OLD]], %[[ASIDE:.*]][
// CHECK: vector.store %{{.*}}, %[[X]]
// CHECK-NOT: vector.load %[[X]]
// CHECK: %[[KEPT:.*]] = vector.load %[[ASIDE]]
// CHECK: vector.store %[[KEPT]], %[[O]]
func.func @used_after_store(%x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<8x128xf32>
  %old = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %x[%c0, %c0], %zero {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.vector_store %o[%c0, %c0], %old {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// The twin: another ref is overwritten, nothing has to be set aside.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @other_ref(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32, {{[^,]*}}>, %[[Y:[^: ]*]]: memref
// CHECK-SAME: tessera.arena_bytes = 0
// CHECK: vector.store %{{.*}}, %[[Y]]
// CHECK: vector.load %[[X]]
func.func @other_ref(%x: memref<8x128xf32, #vmem>, %y: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : vector<8x128xf32>
  %old = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %y[%c0, %c0], %zero {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.vector_store %o[%c0, %c0], %old {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// Rows moved down by one within a ref: read all, then write.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @overlap(
// CHECK-SAME: %[[X:[^: ]*]]: memref
// CHECK: vector.load %[[X]]
// CHECK: vector.store %{{.*}}, %[[ASIDE:.*]][
// CHECK: vector.load %[[ASIDE]]
// CHECK: vector.store %{{.*}}, %[[X]]
func.func @overlap(%x: memref<16x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.load %x[%c0, %c0] : memref<16x128xf32, #vmem>, vector<15x128xf32>
  tpu.vector_store %x[%c1, %c0], %0 {strides = array<i32>} : memref<16x128xf32, #vmem>, vector<15x128xf32>,
  return
}

// -----

// The same through two views of one ref, which look like different refs.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @overlapping_views(
// CHECK: %[[A:.*]] = tpu.memref_slice
// CHECK: %[[B:.*]] = tpu.memref_slice
// CHECK: vector.load %[[A]]
// CHECK: vector.store %{{.*}}, %[[ASIDE:.*]][
// CHECK: vector.load %[[ASIDE]]
// CHECK: vector.store %{{.*}}, %[[B]]
func.func @overlapping_views(%x: memref<16x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %four = arith.constant 4 : i32
  %a = tpu.memref_slice %x[%zero, %zero] : memref<16x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  %b = tpu.memref_slice %x[%four, %zero] : memref<16x128xf32, #vmem> -> memref<8x128xf32, #vmem>
  %0 = vector.load %a[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %b[%c0, %c0], %0 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// A wait may mean that a copy has changed the ref: what was read before it is set aside.

#vmem = #tpu.memory_space<vmem>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

// CHECK-LABEL: func.func @across_a_wait(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32
// CHECK: vector.load %[[X]]
// CHECK: call @tessera_dma_wait
// CHECK-NOT: vector.load %[[X]]
// CHECK: return
func.func @across_a_wait(%x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>, %sem: !sem) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %old = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.wait_dma2 semaphore(%sem : !sem) src(%x : memref<8x128xf32, #vmem>) dst(%x : memref<8x128xf32, #vmem>)
  tpu.vector_store %o[%c0, %c0], %old {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}

// -----

// A loop that writes what was read before it: set aside once, in front of the loop.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @before_a_loop(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x128xf32
// CHECK: vector.load %[[X]]
// CHECK: vector.store %{{.*}}, %[[ASIDE:.*]][
// CHECK: scf.for {{.*}} : i32
// CHECK:   %[[NOW:.*]] = vector.load %[[X]]
// CHECK:   %[[OLD:.*]] = vector.load %[[ASIDE]]
// CHECK:   arith.addf %[[NOW]], %[[OLD]]
func.func @before_a_loop(%x: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %old = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  scf.for %i = %zero to %four step %one : i32 {
    %now = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
    %1 = arith.addf %now, %old : vector<8x128xf32>
    tpu.vector_store %x[%c0, %c0], %1 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  }
  return
}

// -----

// A test that ends the run changes nothing: what was read before it need not be set aside.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @across_a_test(
// CHECK-SAME: tessera.arena_bytes = 0
// CHECK: scf.if
// CHECK: call @tessera_fail
// CHECK: vector.load
// CHECK: vector.store
func.func @across_a_test(%core: !llvm.ptr, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>, %bad: i1) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %old = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  scf.if %bad {
    func.call @tessera_fail(%core, %zero, %zero) : (!llvm.ptr, i32, i32) -> ()
  }
  tpu.vector_store %o[%c0, %c0], %old {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func private @tessera_fail(!llvm.ptr, i32, i32)
