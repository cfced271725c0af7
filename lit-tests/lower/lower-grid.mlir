// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(lower-grid,canonicalize)' | FileCheck %s

// Grid indices, then where each window is, then the refs, then the body. The transforms are gone, put in place.

#vmem = #tpu.memory_space<vmem>
#smem = #tpu.memory_space<smem>

// CHECK-LABEL: func.func @windows(
// CHECK-SAME: %[[CORE:.*]]: !llvm.ptr) attributes
// CHECK-SAME: tessera.contiguous = array<i64>, tessera.written = array<i64: 2>
// CHECK-NOT: iteration_bounds
// CHECK: %[[STEPS:.*]] = call @tessera_steps(%[[CORE]])
// CHECK: %[[STRIDES:.*]] = llvm.alloca
// CHECK: scf.for %[[STEP:.*]] = %{{.*}} to %[[STEPS]]
// CHECK:   @tessera_step_begin(%[[CORE]], %[[STEP]])
// CHECK:   %[[I:.*]] = func.call @tessera_grid_index(%[[CORE]], %c0_i32)
// CHECK:   %[[J:.*]] = func.call @tessera_grid_index(%[[CORE]], %c1_i32)
//          The table has the layout of its type: one address says all.
// CHECK:   %[[TABLE:.*]] = func.call @tessera_ref(%[[CORE]], %c0_i32, %{{.*}})
// CHECK:   builtin.unrealized_conversion_cast %[[TABLE]] : !llvm.ptr to memref<4xi32
// CHECK:   %[[PICKED:.*]] = memref.load
// CHECK:   @tessera_window_index(%[[CORE]], %c1_i32, %c0_i32, %[[PICKED]])
// CHECK:   @tessera_window_index(%[[CORE]], %c1_i32, %c1_i32, %[[J]])
// CHECK:   @tessera_window_index(%[[CORE]], %c2_i32, %c0_i32, %[[I]])
// CHECK:   @tessera_window_index(%[[CORE]], %c2_i32, %c1_i32, %[[J]])
// CHECK:   @tessera_windows_ready(%[[CORE]])
//          A window may lie anywhere in its array: an address and strides.
// CHECK:   %[[X:.*]] = func.call @tessera_ref(%[[CORE]], %c1_i32, %[[STRIDES]])
// CHECK:   builtin.unrealized_conversion_cast %[[X]], %{{.*}}, %{{.*}} : !llvm.ptr, index, index to memref<8x128xf32
// CHECK:   @tessera_ref(%[[CORE]], %c2_i32, %[[STRIDES]])
// CHECK:   vector.load
// CHECK:   tpu.vector_store
// CHECK:   @tessera_step_end(%[[CORE]])
// CHECK-NOT: @picked
// CHECK-NOT: @same
func.func @windows(%i: i32, %j: i32, %table: memref<4xi32, #smem>, %x: memref<8x128xf32, #vmem>, %o: memref<8x128xf32, #vmem>, %scratch: memref<16xf32, #smem>) attributes {dimension_semantics = [#tpu.dimension_semantics<arbitrary>, #tpu.dimension_semantics<parallel>], iteration_bounds = array<i64: 4, 2>, scalar_prefetch = 1 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @picked, window_bounds = array<i64: 8, 128>}, {transform_indices = @same, window_bounds = array<i64: 8, 128>}]} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %0 {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  return
}
func.func @picked(%i: i32, %j: i32, %table: memref<4xi32, #smem>) -> (i32, i32) {
  %at = arith.index_cast %i : i32 to index
  %block = memref.load %table[%at] : memref<4xi32, #smem>
  return %block, %j : i32, i32
}
func.func @same(%i: i32, %j: i32, %table: memref<4xi32, #smem>) -> (i32, i32) {
  return %i, %j : i32, i32
}

// -----

// What no transform places is whole: nothing is said about where it is. A copy's target counts as written. A window that
// is reshaped is a block of its own, so that an address alone says all.

#hbm = #tpu.memory_space<hbm>
#vmem = #tpu.memory_space<vmem>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

// CHECK-LABEL: func.func @whole(
// CHECK-SAME: tessera.contiguous = array<i64: 2>, tessera.written = array<i64: 1, 2>
// CHECK-NOT: tessera_window_index
// CHECK: %[[HBM:.*]] = func.call @tessera_ref(%{{.*}}, %c0_i32, %{{.*}})
// CHECK: builtin.unrealized_conversion_cast %[[HBM]] : !llvm.ptr to memref<8x128xf32, #tpu.memory_space<hbm>>
// CHECK: %[[Y:.*]] = func.call @tessera_ref(%{{.*}}, %c2_i32, %{{.*}})
// CHECK: builtin.unrealized_conversion_cast %[[Y]] : !llvm.ptr to memref<8x128xf32, #tpu.memory_space<vmem>>
func.func @whole(%x: memref<8x128xf32, #hbm>, %o: memref<8x128xf32, #vmem>, %y: memref<8x128xf32, #vmem>, %sem: !sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  tpu.enqueue_dma source(%x : memref<8x128xf32, #hbm>) target(%o : memref<8x128xf32, #vmem>) target_semaphore(%sem : !sem)
  tpu.wait_dma2 semaphore(%sem : !sem) src(%x : memref<8x128xf32, #hbm>) dst(%o : memref<8x128xf32, #vmem>)
  %flat = tpu.memref_reshape %y : memref<8x128xf32, #vmem> -> memref<1024xf32, #vmem>
  %0 = arith.constant dense<0.0> : vector<1024xf32>
  tpu.vector_store %flat[%c0], %0 {strides = array<i32>} : memref<1024xf32, #vmem>, vector<1024xf32>,
  return
}
