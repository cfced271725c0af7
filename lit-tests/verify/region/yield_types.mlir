// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A scope gives back what its last line yields.

// Another type.
func.func @kernel(%x: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = "tpu.region"() ({
    // expected-error@+1 {{T0219}}
    "tpu.yield"(%x) : (i32) -> ()
  }) : () -> f32
  return
}

// -----

// Nothing at all.
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = "tpu.region"() ({
    // expected-error@+1 {{T0219}}
    "tpu.yield"() : () -> ()
  }) : () -> f32
  return
}

// -----

// The twin.
func.func @kernel(%x: i32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = "tpu.region"() ({
    "tpu.yield"(%x) : (i32) -> ()
  }) : () -> i32
  return
}
