// RUN: tessera-opt %s --split-input-file --pass-pipeline='builtin.module(fuse-vectors,canonicalize,cse)' | FileCheck %s

// Along the lanes: four running sums, then halves added down to one element, then the initial value.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @along_lanes(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x512xf32
// CHECK: scf.for %[[I:.*]] = %c0 to %c8
// CHECK:   %[[SUMS:.*]]:4 = scf.for %[[J:.*]] = %c0 to %c512 step %c64 iter_args
// CHECK-COUNT-4: vector.load %[[X]][%[[I]], %{{.*}}] : {{.*}}, vector<16xf32>
// CHECK:   scf.yield
// CHECK:   arith.addf %[[SUMS]]#0, %[[SUMS]]#1 : vector<16xf32>
// CHECK:   arith.addf %[[SUMS]]#2, %[[SUMS]]#3 : vector<16xf32>
// CHECK:   arith.addf {{.*}} : vector<8xf32>
// CHECK:   arith.addf {{.*}} : vector<4xf32>
// CHECK:   arith.addf {{.*}} : vector<2xf32>
// CHECK:   arith.addf {{.*}} : f32
// CHECK-NOT: vector.reduction
func.func @along_lanes(%x: memref<8x512xf32, #vmem>, %o: memref<8xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x512xf32, #vmem>, vector<8x512xf32>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %1 = vector.multi_reduction <add>, %0, %zero [1] : vector<8x512xf32> to vector<8xf32>
  tpu.vector_store %o[%c0], %1 {strides = array<i32>} : memref<8xf32, #vmem>, vector<8xf32>,
  return
}

// -----

// Across the lanes: a vector of results at a time; what is reduced is computed on the way.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @across_lanes(
// CHECK-SAME: %[[X:[^: ]*]]: memref<8x512xf32
// CHECK: scf.for %[[J:.*]] = %c0 to %c512 step %c16
// CHECK:   %[[MOST:.*]] = scf.for %[[I:.*]] = %c0 to %c8 step %c1 iter_args(%[[SO_FAR:.*]] = %{{.*}}) -> (vector<16xf32>)
// CHECK:     %[[V:.*]] = vector.load %[[X]][%[[I]], %[[J]]]
// CHECK:     %[[SQUARE:.*]] = arith.mulf %[[V]], %[[V]]
// CHECK:     arith.maximumf %[[SO_FAR]], %[[SQUARE]]
// CHECK:   arith.maximumf %[[MOST]]
func.func @across_lanes(%x: memref<8x512xf32, #vmem>, %o: memref<512xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x512xf32, #vmem>, vector<8x512xf32>
  %1 = arith.mulf %0, %0 : vector<8x512xf32>
  %least = arith.constant dense<0.0> : vector<512xf32>
  %2 = vector.multi_reduction <maximumf>, %1, %least [0] : vector<8x512xf32> to vector<512xf32>
  tpu.vector_store %o[%c0], %2 {strides = array<i32>} : memref<512xf32, #vmem>, vector<512xf32>,
  return
}

// -----

// To a scalar: a value, no memory.

#vmem = #tpu.memory_space<vmem>

// CHECK-LABEL: func.func @to_scalar(
// CHECK-SAME: tessera.arena_bytes = 0
// CHECK: memref.store %{{.*}}, %{{.*}}[%c0] : memref<1xi32, #tpu.memory_space<smem>>
func.func @to_scalar(%x: memref<8x128xi32, #vmem>, %o: memref<1xi32, #tpu.memory_space<smem>>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  %0 = vector.load %x[%c0, %c0] : memref<8x128xi32, #vmem>, vector<8x128xi32>
  %zero = arith.constant 0 : i32
  %1 = vector.multi_reduction <add>, %0, %zero [0, 1] : vector<8x128xi32> to i32
  memref.store %1, %o[%c0] : memref<1xi32, #tpu.memory_space<smem>>
  return
}
