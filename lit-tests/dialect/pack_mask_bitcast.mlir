// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Packing, masks and bit casts.

// CHECK-LABEL: func.func @subelements(
func.func @subelements(%v: vector<32xbf16>, %a: vector<16xi32>) {
  // CHECK: tpu.unpack_subelements %{{.*}}, 0 {pack_format = #tpu.pack_format<interleaved>} : vector<32xbf16> -> vector<16xf32>
  %0 = tpu.unpack_subelements %v, 0 {pack_format = #tpu.pack_format<interleaved>} : vector<32xbf16> -> vector<16xf32>
  // CHECK: tpu.unpack_subelements %{{.*}}, 1 {integer_extended = false, pack_format = #tpu.pack_format<compressed>, unsigned_integers = true} : vector<32xbf16> -> vector<16xf32>
  %1 = tpu.unpack_subelements %v, 1 {integer_extended = false, pack_format = #tpu.pack_format<compressed>, unsigned_integers = true} : vector<32xbf16> -> vector<16xf32>
  // CHECK: tpu.pack_subelements %{{.*}}, %{{.*}} {pack_format = #tpu.pack_format<interleaved>, positions = array<i32: 0, 1>} : vector<16xi32>, vector<16xi32> -> vector<32xi16>
  %2 = tpu.pack_subelements %a, %a {pack_format = #tpu.pack_format<interleaved>, positions = array<i32: 0, 1>} : vector<16xi32>, vector<16xi32> -> vector<32xi16>
  // CHECK: tpu.pack_subelements %{{.*}} {pack_format = #tpu.pack_format<compressed>, positions = array<i32: 1>, unsigned_integers = true} : vector<16xi32> -> vector<32xi16>
  %3 = tpu.pack_subelements %a {pack_format = #tpu.pack_format<compressed>, positions = array<i32: 1>, unsigned_integers = true} : vector<16xi32> -> vector<32xi16>
  return
}

// CHECK-LABEL: func.func @elementwise(
func.func @elementwise(%a: vector<16x128xf32>, %w: vector<16x128xi32>) {
  // CHECK: tpu.pack_elementwise %{{.*}}, %{{.*}} {target_type = bf16} : vector<16x128xf32>, vector<16x128xf32> -> vector<16x128xi32>
  %0 = tpu.pack_elementwise %a, %a {target_type = bf16} : vector<16x128xf32>, vector<16x128xf32> -> vector<16x128xi32>
  // CHECK: tpu.unpack_elementwise %{{.*}}, 1 {source_type = bf16} : vector<16x128xi32> -> vector<16x128xf32>
  %1 = tpu.unpack_elementwise %w, 1 {source_type = bf16} : vector<16x128xi32> -> vector<16x128xf32>
  return
}

// CHECK-LABEL: func.func @masks(
func.func @masks(%m: vector<8x128xi1>, %l: index, %h: index) {
  // CHECK: tpu.pack_vmsk %{{.*}}, %{{.*}} {positions = array<i32: 0, 1>} : vector<8x128xi1>, vector<8x128xi1> -> vector<8x128x2xi1>
  %0 = tpu.pack_vmsk %m, %m {positions = array<i32: 0, 1>} : vector<8x128xi1>, vector<8x128xi1> -> vector<8x128x2xi1>
  // CHECK: tpu.mask_cast %{{.*}} : vector<8x128xi1> -> vector<8x128x2xi1>
  %1 = tpu.mask_cast %m : vector<8x128xi1> -> vector<8x128x2xi1>
  // CHECK: tpu.create_mask[%{{.*}}, %{{.*}}] [%{{.*}}, %{{.*}}] : vector<8x128xi1>
  %2 = tpu.create_mask[%l, %l] [%h, %h] : vector<8x128xi1>
  // CHECK: tpu.create_subelement_mask 2, 7 : vector<8x128x2xi1>
  %3 = tpu.create_subelement_mask 2, 7 : vector<8x128x2xi1>
  return
}

// CHECK-LABEL: func.func @bitcasts(
func.func @bitcasts(%v: vector<16x128xi32>, %r: vector<8x128xi32>) {
  // CHECK: tpu.bitcast %{{.*}} : vector<16x128xi32> -> vector<32x128xbf16>
  %0 = tpu.bitcast %v : vector<16x128xi32> -> vector<32x128xbf16>
  // CHECK: tpu.bitcast_vreg %{{.*}} : vector<8x128xi32> -> vector<8x128x2xi16>
  %1 = tpu.bitcast_vreg %r : vector<8x128xi32> -> vector<8x128x2xi16>
  return
}
