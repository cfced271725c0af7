// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Scopes, profiling, random numbers and logging.

// CHECK-LABEL: func.func @scopes(
func.func @scopes(%x: i32, %y: f32) {
  // CHECK: "tpu.region"() ({
  // CHECK: memref.alloca
  // CHECK: tpu.yield %{{.*}}, %{{.*}} : i32, f32
  // CHECK: }) : () -> (i32, f32)
  %0:2 = "tpu.region"() ({
    %a = memref.alloca() : memref<4xi32>
    tpu.yield %x, %y : i32, f32
  }) : () -> (i32, f32)
  // CHECK: "tpu.region"() ({
  // CHECK-NEXT: tpu.yield {note = 1 : i32}
  // CHECK-NEXT: }) : () -> ()
  "tpu.region"() ({
    tpu.yield {note = 1 : i32}
  }) : () -> ()
  // CHECK: "tpu.trace"() <{level = 10 : i32, message = "copy in"}> ({
  // CHECK-NEXT: tpu.yield
  // CHECK-NEXT: }) : () -> ()
  "tpu.trace"() <{level = 10 : i32, message = "copy in"}> ({
    "tpu.yield"() : () -> ()
  }) : () -> ()
  // CHECK: "tpu.trace_start"() <{level = 10 : i32, message = "wait"}> : () -> ()
  "tpu.trace_start"() <{level = 10 : i32, message = "wait"}> : () -> ()
  // CHECK: "tpu.trace_stop"() : () -> ()
  "tpu.trace_stop"() : () -> ()
  // CHECK: tpu.trace_value %{{.*}}, "steps" : i32
  tpu.trace_value %x, "steps" : i32
  return
}

// CHECK-LABEL: func.func @delay(
func.func @delay(%n: i32) {
  // CHECK: tpu.delay %{{.*}}
  tpu.delay %n
  return
}

// CHECK-LABEL: func.func @random(
func.func @random(%a: i32, %b: i32) {
  // CHECK: "tpu.prng_set_seed_32"(%{{.*}}, %{{.*}}) : (i32, i32) -> ()
  "tpu.prng_set_seed_32"(%a, %b) : (i32, i32) -> ()
  // CHECK: "tpu.prng_random_bits"() : () -> vector<16x128xi32>
  %0 = "tpu.prng_random_bits"() : () -> vector<16x128xi32>
  return
}

// CHECK-LABEL: func.func @log(
func.func @log(%x: i32, %y: f32, %b: memref<16x128xf32, #tpu.memory_space<vmem>>) {
  // CHECK: tpu.log "started"
  tpu.log "started"
  // CHECK: tpu.log "values $s0 and $f1" {formatted = true} : [%{{.*}}, %{{.*}}] : i32, f32
  tpu.log "values $s0 and $f1" {formatted = true} : [%x, %y] : i32, f32
  // CHECK: tpu.log_buffer "block" {shape = array<i64: 16, 100>} : %{{.*}} : memref<16x128xf32, #tpu.memory_space<vmem>>
  tpu.log_buffer "block" {shape = array<i64: 16, 100>} : %b : memref<16x128xf32, #tpu.memory_space<vmem>>
  return
}
