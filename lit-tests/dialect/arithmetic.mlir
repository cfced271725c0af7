// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Arithmetic and conversions.

// CHECK-LABEL: func.func @conversions(
func.func @conversions(%x: vector<16x128xf32>, %n: vector<16x128xi16>, %h: vector<16x128xbf16>, %s: f32) {
  // CHECK: tpu.fptosi %{{.*}} {rounding_mode = #tpu.rounding_mode<towards_zero>} : vector<16x128xf32> -> vector<16x128xi32>
  %0 = tpu.fptosi %x {rounding_mode = #tpu.rounding_mode<towards_zero>} : vector<16x128xf32> -> vector<16x128xi32>
  // CHECK: tpu.fptoui %{{.*}} {rounding_mode = #tpu.rounding_mode<to_nearest_even>} : f32 -> i8
  %1 = tpu.fptoui %s {rounding_mode = #tpu.rounding_mode<to_nearest_even>} : f32 -> i8
  // CHECK: tpu.sitofp %{{.*}} {rounding_mode = #tpu.rounding_mode<to_nearest_even>} : vector<16x128xi16> -> vector<16x128xf32>
  %2 = tpu.sitofp %n {rounding_mode = #tpu.rounding_mode<to_nearest_even>} : vector<16x128xi16> -> vector<16x128xf32>
  // CHECK: tpu.uitofp %{{.*}} {rounding_mode = #tpu.rounding_mode<towards_zero>} : vector<16x128xi16> -> vector<16x128xbf16>
  %3 = tpu.uitofp %n {rounding_mode = #tpu.rounding_mode<towards_zero>} : vector<16x128xi16> -> vector<16x128xbf16>
  // CHECK: tpu.extf %{{.*}} : vector<16x128xbf16> -> vector<16x128xf32>
  %4 = tpu.extf %h : vector<16x128xbf16> -> vector<16x128xf32>
  // CHECK: tpu.truncf %{{.*}} {rounding_mode = #tpu.rounding_mode<to_nearest_even>} : vector<16x128xf32> -> vector<16x128xbf16>
  %5 = tpu.truncf %x {rounding_mode = #tpu.rounding_mode<to_nearest_even>} : vector<16x128xf32> -> vector<16x128xbf16>
  return
}

// CHECK-LABEL: func.func @functions(
func.func @functions(%x: vector<16x128xf32>, %s: f32) {
  // CHECK: tpu.weird %{{.*}} : vector<16x128xf32> -> vector<16x128xi1>
  %0 = tpu.weird %x : vector<16x128xf32> -> vector<16x128xi1>
  // CHECK: tpu.weird %{{.*}} : f32 -> i1
  %1 = tpu.weird %s : f32 -> i1
  // CHECK: tpu.reciprocal %{{.*}} : vector<16x128xf32> -> vector<16x128xf32>
  %2 = tpu.reciprocal %x : vector<16x128xf32> -> vector<16x128xf32>
  // CHECK: tpu.reciprocal %{{.*}} {approx = true, full_range = false} : vector<16x128xf32> -> vector<16x128xf32>
  %3 = tpu.reciprocal %x {approx = true, full_range = false} : vector<16x128xf32> -> vector<16x128xf32>
  // CHECK: tpu.logistic %{{.*}} : vector<16x128xf32> -> vector<16x128xf32>
  %4 = tpu.logistic %x : vector<16x128xf32> -> vector<16x128xf32>
  return
}

// CHECK-LABEL: func.func @stochastic(
func.func @stochastic(%x: vector<16x128xf32>, %b: vector<16x128xi32>) {
  // CHECK: tpu.stochastic_convert %{{.*}}, %{{.*}} : vector<16x128xf32>, vector<16x128xi32> -> vector<16x128xbf16>
  %0 = tpu.stochastic_convert %x, %b : vector<16x128xf32>, vector<16x128xi32> -> vector<16x128xbf16>
  // CHECK: tpu.stochastic_convert_elementwise %{{.*}}, %{{.*}} {dst_type = f8E5M2} : vector<16x128xf32>, vector<16x128xi32> -> vector<16x128xi32>
  %1 = tpu.stochastic_convert_elementwise %x, %b {dst_type = f8E5M2} : vector<16x128xf32>, vector<16x128xi32> -> vector<16x128xi32>
  return
}

// CHECK-LABEL: func.func @assume_multiple(
func.func @assume_multiple(%n: i32, %i: index) {
  // CHECK: tpu.assume_multiple %{{.*}}, 16 : i32
  %0 = tpu.assume_multiple %n, 16 : i32
  // CHECK: tpu.assume_multiple %{{.*}}, 128 : index
  %1 = tpu.assume_multiple %i, 128 : index
  return
}
