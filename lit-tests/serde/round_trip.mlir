// RUN: tessera-opt %s -o %t.plain.mlir
// RUN: tessera-opt %s --allow-unregistered-dialect \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=15},mosaic-serde{serialize=false keep-version-attr=false})' \
// RUN:   -o %t.back.mlir
// RUN: diff %t.plain.mlir %t.back.mlir

// RUN: tessera-opt %s --allow-unregistered-dialect --emit-bytecode --emit-bytecode-version=0 --mlir-print-debuginfo \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true target-version=15})' -o %t.mlirbc
// RUN: tessera-opt %t.mlirbc --allow-unregistered-dialect -o %t.back.mlir \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=false keep-version-attr=false})'
// RUN: diff %t.plain.mlir %t.back.mlir

// RUN: tessera-opt %s --allow-unregistered-dialect --mlir-print-debuginfo \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=true})' | FileCheck %s --check-prefix=FORMAT

// Regions, blocks, their arguments and all locations go through the format and back; through bytecode, too.

// FORMAT: "stable_mosaic.func.func"() ({
// FORMAT: "stable_mosaic.cf.cond_br"(%{{.*}})[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 0, 0>} : (i1) -> () loc(#[[BRANCH:.*]])
// FORMAT: #[[FILE:.*]] = loc("k.py":3:4)
// FORMAT: #[[BRANCH]] = loc("branch"(#[[FILE]]))
module {
  func.func private @helper(i32 {some.attr = "kept"}) -> (i32, i32)
  func.func @blocks(%arg0: i1 loc("cond"), %arg1: i32 loc("value")) -> i32 attributes {iteration_bounds = array<i64: 2, 3>} {
    cf.cond_br %arg0, ^bb1, ^bb2 loc("branch"("k.py":3:4))
  ^bb1:
    %0:2 = call @helper(%arg1) : (i32) -> (i32, i32)
    cf.br ^bb3(%0#1 : i32)
  ^bb2:
    cf.br ^bb3(%arg1 : i32)
  ^bb3(%1: i32 loc("joined")):
    return %1 : i32
  }
  module @inner {
    func.func @loops(%n: index, %ref: memref<8x128xf32, #tpu.memory_space<vmem>>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c0) -> (index) {
        %sum = scf.for %j = %c0 to %i step %c1 iter_args(%inner = %acc) -> (index) {
          %next = arith.addi %inner, %j : index
          scf.yield %next : index
        }
        scf.yield %sum : index
      }
      "tpu.region"() ({
        %v = tpu.vector_load %ref[%c0, %c0] {strides = array<i32>} : memref<8x128xf32, #tpu.memory_space<vmem>>, vector<8x128xf32>,
        tpu.vector_store %ref[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #tpu.memory_space<vmem>>, vector<8x128xf32>,
        tpu.yield
      }) : () -> ()
      return
    }
  }
}
