// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// Only a kernel that says which core it is for can ask for the number of its core.

// Nothing says what runs this.
func.func @kernel() {
  // expected-error@+1 {{T0211}}
  %id = tpu.core_id : i32
  return
}

// -----

// The same for a subcore.
func.func @kernel() {
  // expected-error@+1 {{T0211}}
  %id = tpu.subcore_id : i32
  return
}

// -----

// The twin.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %id = tpu.core_id : i32
  %sub = tpu.subcore_id : i32
  return
}
