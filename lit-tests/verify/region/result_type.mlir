// RUN: tessera-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tpu-verify{notes=none})'

// A scope gives back values, not refs.

// A ref.
#vmem = #tpu.memory_space<vmem>

func.func @kernel(%b: memref<8x128xf32, #vmem>) attributes {tpu.core_type = #tpu.core_type<tc>} {
  // expected-error@+1 {{T0218}}
  %r = "tpu.region"() ({
    "tpu.yield"(%b) : (memref<8x128xf32, #vmem>) -> ()
  }) : () -> memref<8x128xf32, #vmem>
  return
}

// -----

// The twin: a number.
func.func @kernel(%x: f32) attributes {tpu.core_type = #tpu.core_type<tc>} {
  %r = "tpu.region"() ({
    "tpu.yield"(%x) : (f32) -> ()
  }) : () -> f32
  return
}
