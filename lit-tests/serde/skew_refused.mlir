// RUN: tessera-opt %s --allow-unregistered-dialect --verify-diagnostics=only-expected \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=false})'

// Attributes that later MLIR has added to ops: what would change the op is refused.

module attributes {stable_mosaic.version = 15 : i64} {
  %a, %ref, %i = "stable_mosaic.some.values"() : () -> (f32, memref<8xi32>, index)
  // expected-error @below {{T0140: roundingmode = 1 : i32 of arith.addf is not known here}}
  %0 = "stable_mosaic.arith.addf"(%a, %a) {roundingmode = 1 : i32} : (f32, f32) -> f32
  // expected-error @below {{T0140: invariant = true of memref.load is not known here}}
  %1 = "stable_mosaic.memref.load"(%ref, %i) {invariant = true} : (memref<8xi32>, index) -> i32
  // expected-error @below {{T0140: fastmath = #arith.fastmath<fast> of vector.contract is not known here}}
  "stable_mosaic.vector.contract"() {fastmath = #arith.fastmath<fast>} : () -> ()
}
