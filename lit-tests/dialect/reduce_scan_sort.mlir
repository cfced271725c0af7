// RUN: tessera-opt %s | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --emit-bytecode | tessera-opt | FileCheck %s
// RUN: tessera-opt %s --mlir-print-op-generic | tessera-opt | FileCheck %s

// Reductions, scans and sorting across lanes.

// CHECK-LABEL: func.func @all_reduce(
func.func @all_reduce(%v: vector<16x128xf32>, %m: vector<16xi1>) {
  // CHECK: tpu.all_reduce %{{.*}} {dim = 1 : i64, kind = #tpu.reduction_kind<max>} : vector<16x128xf32> -> vector<16x128xf32>
  %0 = tpu.all_reduce %v {dim = 1 : i64, kind = #tpu.reduction_kind<max>} : vector<16x128xf32> -> vector<16x128xf32>
  // CHECK: tpu.all_reduce %{{.*}} {dim = 0 : i64, kind = #tpu.reduction_kind<find_first_set>} : vector<16xi1> -> vector<16xi32>
  %1 = tpu.all_reduce %m {dim = 0 : i64, kind = #tpu.reduction_kind<find_first_set>} : vector<16xi1> -> vector<16xi32>
  return
}

// CHECK-LABEL: func.func @all_reduce_typed(
func.func @all_reduce_typed(%v: vector<16x128xi32>) {
  // CHECK: tpu.all_reduce %{{.*}} {dim = 0 : i64, kind = #tpu.reduction_kind<maxsi>} : vector<16x128xi32> -> vector<16x128xi32>
  %0 = tpu.all_reduce %v {dim = 0 : i64, kind = #tpu.reduction_kind<maxsi>} : vector<16x128xi32> -> vector<16x128xi32>
  return
}

// CHECK-LABEL: func.func @reduce_index(
func.func @reduce_index(%v: vector<24x256xf32>) {
  // CHECK: tpu.reduce_index %{{.*}} {axis = 1 : i32, kind = #tpu.reduction_kind<arg_min>} : vector<24x256xf32> -> vector<24xi32>
  %0 = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_min>} : vector<24x256xf32> -> vector<24xi32>
  return
}

// CHECK-LABEL: func.func @scan(
func.func @scan(%v: vector<16xf32>, %m: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // CHECK: tpu.scan <max>, %{{.*}} masked %{{.*}} : vector<16xf32>, vector<16xi1> -> vector<16xf32>
  %0 = tpu.scan <max>, %v masked %m : vector<16xf32>, vector<16xi1> -> vector<16xf32>
  // CHECK: tpu.scan <sum>, %{{.*}} : vector<16xi1>, -> vector<16xi32>
  %1 = tpu.scan <sum>, %m : vector<16xi1>, -> vector<16xi32>
  // CHECK: tpu.scan <sum>, %{{.*}} {dimension = 0 : i32} : vector<16xf32>, -> vector<16xf32>
  %2 = tpu.scan <sum>, %v {dimension = 0 : i32} : vector<16xf32>, -> vector<16xf32>
  return
}

// CHECK-LABEL: func.func @sort(
func.func @sort(%k: vector<16xf32>, %v: vector<16xi32>, %m: vector<16xi1>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // CHECK: tpu.sort %{{.*}}, %{{.*}} : (vector<16xf32>, vector<16xi32>) -> (vector<16xi1>, vector<16xf32>, vector<16xi32>)
  %0:3 = tpu.sort %k, %v : (vector<16xf32>, vector<16xi32>) -> (vector<16xi1>, vector<16xf32>, vector<16xi32>)
  // CHECK: tpu.sort %{{.*}}, %{{.*}} masked %{{.*}} {descending = true} : (vector<16xf32>, vector<16xi32>, vector<16xi1>) -> (vector<16xi1>, vector<16xf32>, vector<16xi32>)
  %3:3 = tpu.sort %k, %v masked %m {descending = true} : (vector<16xf32>, vector<16xi32>, vector<16xi1>) -> (vector<16xi1>, vector<16xf32>, vector<16xi32>)
  return
}

// CHECK-LABEL: func.func @scan_count(
func.func @scan_count(%m: vector<16xi1>, %v: vector<16xf32>) attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  // CHECK: tpu.scan_count mask(%{{.*}} : vector<16xi1>) value(%{{.*}} : vector<16xf32>) : vector<16xi1>, vector<16xi32>
  %0:2 = tpu.scan_count mask(%m : vector<16xi1>) value(%v : vector<16xf32>) : vector<16xi1>, vector<16xi32>
  return
}
