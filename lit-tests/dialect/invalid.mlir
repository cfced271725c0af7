// RUN: tessera-opt %s --split-input-file --verify-diagnostics

// What the parser does demand: known ops, known names, the structure of an op.

func.func @unknown_op() {
  // expected-error@+1 {{unregistered operation 'tpu.nothing'}}
  "tpu.nothing"() : () -> ()
  return
}

// -----

// expected-error@+2 {{to be one of: any, vmem, smem, hbm}}
// expected-error@+1 {{failed to parse}}
func.func private @unknown_space(memref<8xf32, #tpu.memory_space<l2>>)

// -----

// expected-error@+1 {{tiled layout has 1 strides for a memref of rank 2}}
func.func private @rank(memref<8x128xf32, #tpu.tiled<(8,128),[1]>>)

// -----

func.func @missing_attribute() {
  // expected-error@+1 {{requires attribute 'dimensions'}}
  %0 = "tpu.iota"() : () -> vector<8xi32>
  return
}

// -----

func.func @segments(%a: i32) {
  // expected-error@+1 {{'operandSegmentSizes'}}
  "tpu.sem_signal"(%a, %a, %a) : (i32, i32, i32) -> ()
  return
}

// -----

func.func @kind_of_attribute() {
  // expected-error@+1 {{attribute 'dimensions' failed to satisfy constraint}}
  %0 = tpu.iota {dimensions = array<i64: 1>} : vector<8xi32>
  return
}

// -----

func.func @terminator() {
  // expected-error@+2 {{expects regions to end with 'tpu.yield'}}
  // expected-note@+1 {{the absence of terminator implies 'tpu.yield'}}
  "tpu.region"() ({
    "llvm.unreachable"() : () -> ()
  }) : () -> ()
  return
}
