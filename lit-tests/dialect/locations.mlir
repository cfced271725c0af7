// RUN: tessera-opt %s --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// The way JAX tells where an op comes from survives text and bytecode.

// CHECK: tpu.device_id : i32 loc("axis_index:"("axis_index"(callsite("kernel"("k.py":3:4 to :9) at "outer"("m.py":12:0)))))
func.func @f() {
  %0 = tpu.device_id : i32 loc("axis_index:"("axis_index"(callsite("kernel"("k.py":3:4 to :9) at "outer"("m.py":12:0)))))
  return
}
