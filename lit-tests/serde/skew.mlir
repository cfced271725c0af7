// RUN: tessera-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=false})' | FileCheck %s

// Attributes that later MLIR has added to ops: what says nothing new is dropped.

// CHECK-LABEL: func.func @nothing_new(
module attributes {stable_mosaic.version = 15 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%a: f32, %ref: memref<8xi32>, %i: index, %v: vector<8x8xf32>):
    // CHECK: arith.addf %arg0, %arg0 : f32
    %0 = "stable_mosaic.arith.addf"(%a, %a) {fastmath = #arith.fastmath<none>, roundingmode = #arith.roundingmode<to_nearest_even>} : (f32, f32) -> f32
    // CHECK: arith.subf %arg0, %arg0 : f32
    %1 = "stable_mosaic.arith.subf"(%a, %a) {roundingmode = #arith.roundingmode<to_nearest_even>} : (f32, f32) -> f32
    // CHECK: arith.mulf %arg0, %arg0 : f32
    %2 = "stable_mosaic.arith.mulf"(%a, %a) {roundingmode = #arith.roundingmode<to_nearest_even>} : (f32, f32) -> f32
    // CHECK: arith.divf %arg0, %arg0 : f32
    %3 = "stable_mosaic.arith.divf"(%a, %a) {roundingmode = #arith.roundingmode<to_nearest_even>} : (f32, f32) -> f32
    // CHECK: math.fma %arg0, %arg0, %arg0 : f32
    %4 = "stable_mosaic.math.fma"(%a, %a, %a) {roundingmode = #arith.roundingmode<to_nearest_even>} : (f32, f32, f32) -> f32
    // CHECK: memref.load %arg1[%arg2] : memref<8xi32>
    %5 = "stable_mosaic.memref.load"(%ref, %i) {invariant = false} : (memref<8xi32>, index) -> i32
    // CHECK: vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg3
    %6 = "stable_mosaic.vector.contract"(%v, %v, %v) {fastmath = #arith.fastmath<none>, indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>} : (vector<8x8xf32>, vector<8x8xf32>, vector<8x8xf32>) -> vector<8x8xf32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "nothing_new", function_type = (f32, memref<8xi32>, index, vector<8x8xf32>) -> ()} : () -> ()
}

// -----

// What would change the op is refused.

module attributes {stable_mosaic.version = 15 : i64} {
  %a, %ref, %i = "stable_mosaic.some.values"() : () -> (f32, memref<8xi32>, index)
  // expected-error @below {{T0140: roundingmode = #arith.roundingmode<downward> of arith.addf is not known here}}
  %0 = "stable_mosaic.arith.addf"(%a, %a) {roundingmode = #arith.roundingmode<downward>} : (f32, f32) -> f32
  // expected-error @below {{T0140: invariant = true of memref.load is not known here}}
  %1 = "stable_mosaic.memref.load"(%ref, %i) {invariant = true} : (memref<8xi32>, index) -> i32
  // expected-error @below {{T0140: fastmath = #arith.fastmath<fast> of vector.contract is not known here}}
  "stable_mosaic.vector.contract"() {fastmath = #arith.fastmath<fast>} : () -> ()
}
