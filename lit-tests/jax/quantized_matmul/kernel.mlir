module {
  func.func @quantized_matmul_kernel(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: memref<64x128xi8, #tpu.memory_space<vmem>>, %arg4: memref<128x128xi8, #tpu.memory_space<vmem>>, %arg5: memref<64x1xf32, #tpu.memory_space<vmem>>, %arg6: memref<1x128xf32, #tpu.memory_space<vmem>>, %arg7: memref<64x128xf32, #tpu.memory_space<vmem>>, %arg8: memref<64x128xi32, #tpu.memory_space<vmem>>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<arbitrary>], iteration_bounds = array<i64: 2, 2, 2>, scalar_prefetch = 0 : i64, scratch_operands = 1 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @transform_0, window_bounds = array<i64: 64, 128>}, {transform_indices = @transform_1, window_bounds = array<i64: 128, 128>}, {transform_indices = @transform_2, window_bounds = array<i64: 64, 1>}, {transform_indices = @transform_3, window_bounds = array<i64: 1, 128>}, {transform_indices = @transform_4, window_bounds = array<i64: 64, 128>}]} {
    %c0_i32 = arith.constant 0 : i32
    %0 = arith.cmpi eq, %arg2, %c0_i32 : i32
    %1 = arith.extui %0 : i1 to i32
    %c0_i32_0 = arith.constant 0 : i32
    %2 = arith.cmpi ne, %1, %c0_i32_0 : i32
    scf.if %2 {
      %c0_i32_9 = arith.constant 0 : i32
      %12 = vector.broadcast %c0_i32_9 : i32 to vector<64x128xi32>
      %c0_10 = arith.constant 0 : index
      %c0_11 = arith.constant 0 : index
      %13 = vector.load %arg8[%c0_10, %c0_11] : memref<64x128xi32, #tpu.memory_space<vmem>>, vector<64x128xi32>
      tpu.vector_store %arg8[%c0_10, %c0_11], %12 {strides = array<i32>} : memref<64x128xi32, #tpu.memory_space<vmem>>, vector<64x128xi32>, 
    } else {
    }
    %c0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %3 = vector.load %arg8[%c0, %c0_1] : memref<64x128xi32, #tpu.memory_space<vmem>>, vector<64x128xi32>
    %c0_2 = arith.constant 0 : index
    %c0_3 = arith.constant 0 : index
    %4 = vector.load %arg3[%c0_2, %c0_3] : memref<64x128xi8, #tpu.memory_space<vmem>>, vector<64x128xi8>
    %c0_4 = arith.constant 0 : index
    %c0_5 = arith.constant 0 : index
    %5 = vector.load %arg4[%c0_4, %c0_5] : memref<128x128xi8, #tpu.memory_space<vmem>>, vector<128x128xi8>
    %cst = arith.constant dense<0> : vector<64x128xi32>
    %6 = tpu.matmul %4, %5, %cst {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>, transpose_lhs_hint = false} : vector<64x128xi8>, vector<128x128xi8>, vector<64x128xi32> -> vector<64x128xi32>
    %7 = arith.addi %3, %6 : vector<64x128xi32>
    %c0_6 = arith.constant 0 : index
    %c0_7 = arith.constant 0 : index
    %8 = vector.load %arg8[%c0_6, %c0_7] : memref<64x128xi32, #tpu.memory_space<vmem>>, vector<64x128xi32>
    tpu.vector_store %arg8[%c0_6, %c0_7], %7 {strides = array<i32>} : memref<64x128xi32, #tpu.memory_space<vmem>>, vector<64x128xi32>, 
    %c1_i32 = arith.constant 1 : i32
    %9 = arith.cmpi eq, %arg2, %c1_i32 : i32
    %10 = arith.extui %9 : i1 to i32
    %c0_i32_8 = arith.constant 0 : i32
    %11 = arith.cmpi ne, %10, %c0_i32_8 : i32
    scf.if %11 {
      %c0_9 = arith.constant 0 : index
      %c0_10 = arith.constant 0 : index
      %12 = vector.load %arg8[%c0_9, %c0_10] : memref<64x128xi32, #tpu.memory_space<vmem>>, vector<64x128xi32>
      %13 = arith.sitofp %12 : vector<64x128xi32> to vector<64x128xf32>
      %c0_11 = arith.constant 0 : index
      %c0_12 = arith.constant 0 : index
      %14 = vector.load %arg5[%c0_11, %c0_12] : memref<64x1xf32, #tpu.memory_space<vmem>>, vector<64x1xf32>
      %15 = vector.broadcast %14 : vector<64x1xf32> to vector<64x128xf32>
      %16 = arith.mulf %13, %15 : vector<64x128xf32>
      %c0_13 = arith.constant 0 : index
      %c0_14 = arith.constant 0 : index
      %17 = vector.load %arg6[%c0_13, %c0_14] : memref<1x128xf32, #tpu.memory_space<vmem>>, vector<1x128xf32>
      %18 = vector.broadcast %17 : vector<1x128xf32> to vector<64x128xf32>
      %19 = arith.mulf %16, %18 : vector<64x128xf32>
      %c0_15 = arith.constant 0 : index
      %c0_16 = arith.constant 0 : index
      %20 = vector.load %arg7[%c0_15, %c0_16] : memref<64x128xf32, #tpu.memory_space<vmem>>, vector<64x128xf32>
      tpu.vector_store %arg7[%c0_15, %c0_16], %19 {strides = array<i32>} : memref<64x128xf32, #tpu.memory_space<vmem>>, vector<64x128xf32>, 
    } else {
    }
    return
  }
  func.func @transform_0(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    return %arg0, %arg2 : i32, i32
  }
  func.func @transform_1(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    return %arg2, %arg1 : i32, i32
  }
  func.func @transform_2(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    %c0_i32_0 = arith.constant 0 : i32
    return %arg0, %c0_i32 : i32, i32
  }
  func.func @transform_3(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    %c0_i32_0 = arith.constant 0 : i32
    return %c0_i32, %arg1 : i32, i32
  }
  func.func @transform_4(%arg0: i32, %arg1: i32, %arg2: i32) -> (i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    return %arg0, %arg1 : i32, i32
  }
}
