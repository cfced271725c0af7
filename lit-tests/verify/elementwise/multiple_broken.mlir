// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A constant keeps what is promised of it.

// 12 is no multiple of 8.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c = arith.constant 12 : i32
  // expected-error@+1 {{T0245}}
  %r = tpu.assume_multiple %c, 8 : i32
  return
}

// -----

// The twin.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<tc>} {
  %c = arith.constant 16 : i32
  %r = tpu.assume_multiple %c, 8 : i32
  return
}
