// RUN: tessera-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=false})' | FileCheck %s

// Attributes that later MLIR has added to ops: what says nothing new is dropped.

// CHECK-LABEL: func.func @nothing_new(
module attributes {stable_mosaic.version = 15 : i64} {
  "stable_mosaic.func.func"() ({
  ^bb0(%a: f32, %ref: memref<8xi32>, %i: index, %v: vector<8x8xf32>):
    // CHECK: arith.addf %arg0, %arg0 : f32
    %0 = "stable_mosaic.arith.addf"(%a, %a) {fastmath = #arith.fastmath<none>, roundingmode = 0 : i32} : (f32, f32) -> f32
    // CHECK: arith.subf %arg0, %arg0 : f32
    %1 = "stable_mosaic.arith.subf"(%a, %a) {roundingmode = 0 : i32} : (f32, f32) -> f32
    // CHECK: arith.mulf %arg0, %arg0 : f32
    %2 = "stable_mosaic.arith.mulf"(%a, %a) {roundingmode = 0 : i32} : (f32, f32) -> f32
    // CHECK: arith.divf %arg0, %arg0 : f32
    %3 = "stable_mosaic.arith.divf"(%a, %a) {roundingmode = 0 : i32} : (f32, f32) -> f32
    // CHECK: math.fma %arg0, %arg0, %arg0 : f32
    %4 = "stable_mosaic.math.fma"(%a, %a, %a) {roundingmode = 0 : i32} : (f32, f32, f32) -> f32
    // CHECK: memref.load %arg1[%arg2] : memref<8xi32>
    %5 = "stable_mosaic.memref.load"(%ref, %i) {invariant = false} : (memref<8xi32>, index) -> i32
    // CHECK: vector.contract {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg3
    %6 = "stable_mosaic.vector.contract"(%v, %v, %v) {fastmath = #arith.fastmath<none>, indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>} : (vector<8x8xf32>, vector<8x8xf32>, vector<8x8xf32>) -> vector<8x8xf32>
    "stable_mosaic.func.return"() : () -> ()
  }) {sym_name = "nothing_new", function_type = (f32, memref<8xi32>, index, vector<8x8xf32>) -> ()} : () -> ()
}
