// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A TensorCore kernel gets its core number from the grid, not from the hardware.

// On a TensorCore.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0212}}
  %id = tpu.core_id : i32
  // expected-error@+1 {{T0212}}
  %sub = tpu.subcore_id : i32
  return
}

// -----

// The twin, on the scalar subcore of a SparseCore.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<sc_scalar_subcore>} {
  %id = tpu.core_id : i32
  return
}
