// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A promised divisor is at least 1.

// A multiple of nothing.
func.func @kernel(%i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0244}}
  %r = tpu.assume_multiple %i, 0 : i32
  return
}

// -----

// A negative multiple.
func.func @kernel(%i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0244}}
  %r = tpu.assume_multiple %i, -8 : i32
  return
}

// -----

// The twin.
func.func @kernel(%i: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = tpu.assume_multiple %i, 8 : i32
  return
}
