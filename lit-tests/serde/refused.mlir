// RUN: tessera-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics=only-expected \
// RUN:   --pass-pipeline='builtin.module(mosaic-serde{serialize=false})'

// Modules that cannot be read.

// expected-error @below {{T0130: the module has stable_mosaic ops, but no stable_mosaic.version}}
module {
  "stable_mosaic.func.return"() : () -> ()
}

// -----

// expected-error @below {{T0130: stable_mosaic.version is a number, but here it is "15"}}
module attributes {stable_mosaic.version = "15"} {
}

// -----

// expected-error @below {{T0131: the module is of stable_mosaic version 19; Tessera reads versions 1 to 18}}
module attributes {stable_mosaic.version = 19 : i64} {
}

// -----

// expected-error @below {{T0131: the module is of stable_mosaic version 0}}
module attributes {stable_mosaic.version = 0 : i64} {
}

// -----

module attributes {stable_mosaic.version = 15 : i64} {
  // expected-error @below {{T0132: func.func is not in the stable_mosaic format}}
  func.func @plain() {
    return
  }
}

// -----

module attributes {stable_mosaic.version = 15 : i64} {
  // expected-error @below {{T0133: tpu.iota cannot be converted}}
  %0 = "stable_mosaic.tpu.iota"() {dimensions = "zero"} : () -> vector<8x128xi32>
  // expected-error @below {{T0133: arith.constant cannot be converted: }}
  %1 = "stable_mosaic.arith.constant"() {value} : () -> i32
}

// -----

// Unknown ops are reported, and stay.

module attributes {stable_mosaic.version = 15 : i64} {
  // expected-warning @below {{T0134: tpu.brand_new is not an op that Tessera knows}}
  "stable_mosaic.tpu.brand_new"() ({
    // expected-warning @below {{T0134: other.thing is not an op that Tessera knows}}
    "stable_mosaic.other.thing"() : () -> ()
  }) : () -> ()
  // expected-warning @below {{T0134: stable_mosaic.twice}}
  "stable_mosaic.stable_mosaic.twice"() : () -> ()
}

// -----

// Ops are held against the version that the module names.

module attributes {stable_mosaic.version = 1 : i64} {
  %sem, %n = "stable_mosaic.some.values"() : () -> (memref<!tpu.dma_semaphore>, i32)
  // expected-error @below {{T0135: tpu.enqueue_dma is not as stable_mosaic version 1 has it: it has 1 operands}}
  "stable_mosaic.tpu.enqueue_dma"(%sem) : (memref<!tpu.dma_semaphore>) -> ()
  // expected-error @below {{T0135: tpu.sem_signal}}
  "stable_mosaic.tpu.sem_signal"(%sem) : (memref<!tpu.dma_semaphore>) -> ()
  // expected-error @below {{T0135: tpu.wait_dma2}}
  "stable_mosaic.tpu.wait_dma2"(%sem) : (memref<!tpu.dma_semaphore>) -> ()
  // expected-error @below {{T0135: tpu.wait_dma is not as stable_mosaic version 1 has it: operandSegmentSizes is missing}}
  "stable_mosaic.tpu.wait_dma"(%sem) : (memref<!tpu.dma_semaphore>) -> ()
  // expected-error @below {{T0135: tpu.iota is not as stable_mosaic version 1 has it: dimension is missing}}
  %0 = "stable_mosaic.tpu.iota"() {dimensions = array<i32: 0>} : () -> vector<8x128xi32>
  // expected-error @below {{dimension is no 32-bit integer: 5000000000}}
  %1 = "stable_mosaic.tpu.iota"() {dimension = 5000000000 : i64} : () -> vector<8x128xi32>
  // expected-error @below {{reduction_dims is no array of integers: [1, "a"]}}
  "stable_mosaic.vector.multi_reduction"() {reduction_dims = [1, "a"]} : () -> ()
  // expected-error @below {{T0135: tpu.reinterpret_cast}}
  %2 = "stable_mosaic.tpu.reinterpret_cast"(%n, %n, %n) : (i32, i32, i32) -> i32
}

// -----

module attributes {stable_mosaic.version = 13 : i64} {
  %sem, %n = "stable_mosaic.some.values"() : () -> (memref<!tpu.semaphore>, i32)
  // expected-error @below {{operandSegmentSizes has 5 numbers instead of 4}}
  "stable_mosaic.tpu.sem_signal"(%sem, %n) {operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>} : (memref<!tpu.semaphore>, i32) -> ()
  // expected-error @below {{operandSegmentSizes does not add up to the 2 operands}}
  "stable_mosaic.tpu.sem_signal"(%sem, %n) {operandSegmentSizes = array<i32: 1, -1, 1, 1>} : (memref<!tpu.semaphore>, i32) -> ()
  // expected-error @below {{operandSegmentSizes is no list of 32-bit integers: array<i64: 1, 1, 0, 0>}}
  "stable_mosaic.tpu.sem_signal"(%sem, %n) {operandSegmentSizes = array<i64: 1, 1, 0, 0>} : (memref<!tpu.semaphore>, i32) -> ()
}
