// Text as jaxlib 0.12.0.1 prints it, whose MLIR spells some operations otherwise than MLIR 22.

// RUN: tessera-opt %s | FileCheck %s
// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: not tessera-opt %S/Inputs/rounding_0_12.mlir 2>&1 | FileCheck %s --check-prefix=REFUSED

// REFUSED: rounding_0_12.mlir:2:25: error: expected ':'

// CHECK-LABEL: func.func @slices(
func.func @slices(%v: vector<8x128xf32>) -> vector<8x128xf32> {
  // CHECK: vector.extract_strided_slice %{{.*}} {offsets = [0, 1], sizes = [2, 3], strides = [1, 1]} : vector<8x128xf32> to vector<2x3xf32>
  %0 = vector.extract_strided_slice %v offsets = [0, 1], sizes = [2, 3], strides = [1, 1] : vector<8x128xf32> to vector<2x3xf32>
  // CHECK: vector.insert_strided_slice %{{.*}}, %{{.*}} {note = 1 : i32, offsets = [4, 0], strides = [1, 1]} : vector<2x3xf32> into vector<8x128xf32>
  %1 = vector.insert_strided_slice %0, %v offsets = [4, 0], strides = [1, 1] {note = 1 : i32} : vector<2x3xf32> into vector<8x128xf32>
  return %1 : vector<8x128xf32>
}

// CHECK-LABEL: func.func @memory(
func.func @memory(%m: memref<8x128xf32>, %i: index, %w: vector<4xf32>, %k: vector<4xi1>, %n: vector<4xi32>) {
  // CHECK: vector.load %{{.*}} {alignment = 8 : i64, nontemporal = true} : memref
  %0 = vector.load %m[%i, %i] alignment = 8 nontemporal = true : memref<8x128xf32>, vector<4xf32>
  // CHECK: vector.store %{{.*}} {alignment = 8 : i64, note = "x"} : memref
  vector.store %w, %m[%i, %i] alignment = 8 {note = "x"} : memref<8x128xf32>, vector<4xf32>
  // CHECK: vector.maskedload %{{.*}} {alignment = 8 : i64} : memref
  %1 = vector.maskedload %m[%i, %i], %k, %w alignment = 8 : memref<8x128xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK: vector.maskedstore %{{.*}} {alignment = 8 : i64} : memref
  vector.maskedstore %m[%i, %i], %k, %w alignment = 8 : memref<8x128xf32>, vector<4xi1>, vector<4xf32>
  // CHECK: vector.gather %{{.*}} {alignment = 8 : i64} : memref
  %2 = vector.gather %m[%i, %i] [%n], %k, %w alignment = 8 : memref<8x128xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK: vector.scatter %{{.*}} {alignment = 8 : i64} : memref
  vector.scatter %m[%i, %i] [%n], %k, %w alignment = 8 : memref<8x128xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  // CHECK: vector.expandload %{{.*}} {alignment = 8 : i64} : memref
  %3 = vector.expandload %m[%i, %i], %k, %w alignment = 8 : memref<8x128xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK: vector.compressstore %{{.*}} {alignment = 8 : i64} : memref
  vector.compressstore %m[%i, %i], %k, %w alignment = 8 : memref<8x128xf32>, vector<4xi1>, vector<4xf32>
  // CHECK: memref.load %{{.*}} {alignment = 8 : i64, invariant = true, nontemporal = true} : memref
  %4 = memref.load %m[%i, %i] alignment(8) nontemporal(true) invariant(true) : memref<8x128xf32>
  // CHECK: memref.store %{{.*}} {nontemporal = true, note} : memref
  memref.store %4, %m[%i, %i] nontemporal(true) {note} : memref<8x128xf32>
  // CHECK: memref.alloc(%{{.*}}) {alignment = 8 : i64, note} : memref
  %5 = memref.alloc(%i) alignment = 8 {note} : memref<?xf32>
  // CHECK: memref.alloca() {alignment = 8 : i64} : memref
  %6 = memref.alloca() alignment = 8 : memref<8xf32>
  // CHECK: memref.realloc %{{.*}} {alignment = 8 : i64} : memref
  %7 = memref.realloc %5 alignment = 8 : memref<?xf32> to memref<16xf32>
  return
}

// CHECK: memref.global "private" constant @g : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
memref.global "private" constant @g : memref<2xf32> = dense<[1.0, 2.0]> alignment = 64
// CHECK: memref.global @h : memref<2xf32> = uninitialized {alignment = 64 : i64, note}
memref.global @h : memref<2xf32> = uninitialized alignment = 64 {note} loc(unknown)

// CHECK-LABEL: func.func @numbers(
func.func @numbers(%a: f32, %b: i8, %v: vector<8x128xf32>, %w: vector<128xf32>) {
  // CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<nnan> : f32
  %0 = arith.addf %a, %a to_nearest_even fastmath<nnan> : f32
  // CHECK: arith.subf %{{[^ ]*}}, %{{[^ ]*}} : f32
  %1 = arith.subf %a, %a to_nearest_even : f32
  // CHECK: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : f32
  %2 = arith.mulf %a, %a to_nearest_even : f32
  // CHECK: arith.divf %{{[^ ]*}}, %{{[^ ]*}} : f32
  %3 = arith.divf %a, %a to_nearest_even : f32
  // CHECK: math.fma %{{[^ ]*}}, %{{[^ ]*}}, %{{[^ ]*}} : f32
  %4 = math.fma %a, %a, %a to_nearest_even : f32
  // CHECK: arith.truncf %{{[^ ]*}} to_nearest_even : f32 to bf16
  %5 = arith.truncf %a to_nearest_even : f32 to bf16
  // CHECK: arith.extui %{{.*}} {nonNeg} : i8 to i32
  %6 = arith.extui %b nneg : i8 to i32
  // CHECK: arith.uitofp %{{.*}} {nonNeg} : i8 to f32
  %7 = arith.uitofp %b nneg : i8 to f32
  // CHECK: arith.index_castui %{{.*}} {nonNeg} : i8 to index
  %8 = arith.index_castui %b nneg : i8 to index
  // CHECK: vector.scan <add>, %{{.*}} {inclusive = true, reduction_dim = 0 : i64} :
  %9, %10 = vector.scan <add>, %v, %w reduction_dim = 0, inclusive = true : vector<8x128xf32>, vector<128xf32>
  return
}

func.func private @callee(i32) -> i32

// CHECK-LABEL: func.func @calls(
func.func @calls(%i: i32) -> i32 {
  // CHECK: call @callee(%{{.*}}) {no_inline, note = 3 : i32} :
  %0 = call @callee(%i) <no_inline> {note = 3 : i32} : (i32) -> i32
  // CHECK: call @callee(%{{.*}}) {arg_attrs = [{llvm.noundef}], no_inline} :
  %1 = func.call @callee(%0) <arg_attrs = [{llvm.noundef}], no_inline> : (i32) -> i32
  %f = constant @callee : (i32) -> i32
  // CHECK: call_indirect %{{.*}}(%{{.*}}) {arg_attrs = [{llvm.noundef}]} :
  %2 = call_indirect %f(%1) arg_attrs = [{llvm.noundef}] : (i32) -> i32
  return %2 : i32
}

// Operations that jaxlib 0.12 has; they are printed in generic form.

// CHECK-LABEL: func.func @releases(
func.func @releases(%v: vector<8x128xf32>, %m: memref<8x128xf32>, %i: index, %k: vector<8x128xi1>) {
  // CHECK: "tpu.reduce"(%{{.*}}) {dimensions = array<i64: 0, 1>, kind = #tpu.reduction_kind<maxf>, note} : (vector<8x128xf32>) -> vector<1x1xf32>
  %0 = tpu.reduce <maxf>, %v [0, 1] {note} : vector<8x128xf32> -> vector<1x1xf32>
  // CHECK: "tpu.reduce_precision"(%{{.*}}) {exponent_bits = 8 : i32, mantissa_bits = 7 : i32} : (vector<8x128xf32>) -> vector<8x128xf32>
  %1 = tpu.reduce_precision %v {exponent_bits = 8 : i32, mantissa_bits = 7 : i32} : vector<8x128xf32> -> vector<8x128xf32>
  // CHECK: "tpu.annotate"(%{{.*}}) {no_store = true} : (memref<8x128xf32>) -> memref<8x128xf32>
  %2 = tpu.annotate %m {no_store = true} : memref<8x128xf32>
  // CHECK: "tpu.shared_memref_slice"(%{{.*}}) : (memref<8x128xf32>) -> memref<4x128xf32>
  %3 = tpu.shared_memref_slice %m : memref<8x128xf32> -> memref<4x128xf32>
  // CHECK: "tpu.memref_memory_space_is"(%{{.*}}) {memory_space = #tpu.memory_space<vmem, sc_vector_subcore>} : (memref<8x128xf32>) -> i1
  %4 = tpu.memref_memory_space_is %m, <vmem, sc_vector_subcore> : memref<8x128xf32>
  // CHECK: "tpu.tile_size"(%{{.*}}) {index = 1 : i32, note} : (memref<8x128xf32>) -> i32
  %5 = tpu.tile_size {note} %m, 1 : memref<8x128xf32>
  // CHECK: "tpu.vector_expand_load"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {expand_dim = 1 : i32} : (memref<8x128xf32>, index, index, vector<8x128xi1>) -> vector<8x128xf32>
  %6 = tpu.vector_expand_load %m[%i, %i], %k {expand_dim = 1 : i32} : memref<8x128xf32>, vector<8x128xf32>, vector<8x128xi1>
  // CHECK: "tpu.vector_compress_store"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {compress_dim = 1 : i32} : (vector<8x128xf32>, memref<8x128xf32>, index, index, vector<8x128xi1>) -> ()
  tpu.vector_compress_store %m[%i, %i], %v, %k {compress_dim = 1 : i32} : memref<8x128xf32>, vector<8x128xf32>, vector<8x128xi1>
  // CHECK: "tpu.expand_load_vreg"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (memref<8x128xf32>, index, index, vector<8x128xi1>) -> vector<8x128xf32>
  %7 = tpu.expand_load_vreg %m[%i, %i], %k : memref<8x128xf32>, vector<8x128xf32>, vector<8x128xi1>
  // CHECK: "tpu.compress_store_vreg"(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {add = true} : (vector<8x128xf32>, memref<8x128xf32>, index, index, vector<8x128xi1>) -> ()
  tpu.compress_store_vreg %m[%i, %i], %v, %k {add = true} : memref<8x128xf32>, vector<8x128xf32>, vector<8x128xi1>
  return
}
