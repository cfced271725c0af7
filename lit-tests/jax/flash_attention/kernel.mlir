module {
  func.func @flash_attention_kernel(%arg0: i32, %arg1: i32, %arg2: memref<1x64x128xbf16, #tpu.memory_space<vmem>>, %arg3: memref<1x256x128xbf16, #tpu.memory_space<vmem>>, %arg4: memref<1x256x128xbf16, #tpu.memory_space<vmem>>, %arg5: memref<1x64x128xbf16, #tpu.memory_space<vmem>>) attributes {dimension_semantics = [#tpu.dimension_semantics<parallel>, #tpu.dimension_semantics<parallel>], iteration_bounds = array<i64: 2, 4>, scalar_prefetch = 0 : i64, scratch_operands = 0 : i64, tpu.core_type = #tpu.core_type<tc>, window_params = [{transform_indices = @transform_0, window_bounds = array<i64: 1, 64, 128>}, {transform_indices = @transform_1, window_bounds = array<i64: 1, 256, 128>}, {transform_indices = @transform_2, window_bounds = array<i64: 1, 256, 128>}, {transform_indices = @transform_3, window_bounds = array<i64: 1, 64, 128>}]} {
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %0 = vector.load %arg2[%c0, %c0_0, %c0_1] : memref<1x64x128xbf16, #tpu.memory_space<vmem>>, vector<1x64x128xbf16>
    %1 = vector.shape_cast %0 : vector<1x64x128xbf16> to vector<64x128xbf16>
    %cst = arith.constant 0xFF800000 : f32
    %2 = vector.broadcast %cst : f32 to vector<64x1xf32>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %3 = vector.broadcast %cst_2 : f32 to vector<64x1xf32>
    %cst_3 = arith.constant 0.000000e+00 : f32
    %4 = vector.broadcast %cst_3 : f32 to vector<64x128xf32>
    %c0_i32 = arith.constant 0 : i32
    %c2_i32 = arith.constant 2 : i32
    %5 = arith.addi %c0_i32, %c2_i32 : i32
    %c1_i32 = arith.constant 1 : i32
    %6:3 = scf.for %arg6 = %c0_i32 to %5 step %c1_i32 iter_args(%arg7 = %2, %arg8 = %3, %arg9 = %4) -> (vector<64x1xf32>, vector<64x1xf32>, vector<64x128xf32>)  : i32 {
      %c128_i32 = arith.constant 128 : i32
      %13 = arith.muli %arg6, %c128_i32 : i32
      %14 = tpu.assume_multiple %13, 128 : i32
      %c0_8 = arith.constant 0 : index
      %15 = arith.index_cast %14 : i32 to index
      %c0_9 = arith.constant 0 : index
      %16 = vector.load %arg3[%c0_8, %15, %c0_9] : memref<1x256x128xbf16, #tpu.memory_space<vmem>>, vector<1x128x128xbf16>
      %17 = vector.shape_cast %16 : vector<1x128x128xbf16> to vector<128x128xbf16>
      %cst_10 = arith.constant dense<0.000000e+00> : vector<64x128xf32>
      %18 = tpu.matmul %1, %17, %cst_10 {dimension_numbers = #tpu.dot_dimension_numbers<[1], [1], [0], [0], [0, 0, 1, 0], [], []>, transpose_lhs_hint = false} : vector<64x128xbf16>, vector<128x128xbf16>, vector<64x128xf32> -> vector<64x128xf32>
      %cst_11 = arith.constant 0.0883883461 : f32
      %19 = vector.broadcast %cst_11 : f32 to vector<64x128xf32>
      %20 = arith.mulf %19, %18 : vector<64x128xf32>
      %cst_12 = arith.constant dense<0xFF800000> : vector<64xf32>
      %21 = vector.multi_reduction <maximumf>, %20, %cst_12 [1] : vector<64x128xf32> to vector<64xf32>
      %22 = vector.shape_cast %21 : vector<64xf32> to vector<64x1xf32>
      %23 = arith.maximumf %arg7, %22 : vector<64x1xf32>
      %24 = arith.subf %arg7, %23 : vector<64x1xf32>
      %25 = math.exp %24 : vector<64x1xf32>
      %26 = vector.broadcast %23 : vector<64x1xf32> to vector<64x128xf32>
      %27 = arith.subf %20, %26 : vector<64x128xf32>
      %28 = math.exp %27 : vector<64x128xf32>
      %29 = arith.mulf %25, %arg8 : vector<64x1xf32>
      %cst_13 = arith.constant dense<0.000000e+00> : vector<64xf32>
      %30 = vector.multi_reduction <add>, %28, %cst_13 [1] : vector<64x128xf32> to vector<64xf32>
      %31 = vector.shape_cast %30 : vector<64xf32> to vector<64x1xf32>
      %32 = arith.addf %29, %31 : vector<64x1xf32>
      %33 = arith.truncf %28 : vector<64x128xf32> to vector<64x128xbf16>
      %c0_14 = arith.constant 0 : index
      %34 = arith.index_cast %14 : i32 to index
      %c0_15 = arith.constant 0 : index
      %35 = vector.load %arg4[%c0_14, %34, %c0_15] : memref<1x256x128xbf16, #tpu.memory_space<vmem>>, vector<1x128x128xbf16>
      %36 = vector.shape_cast %35 : vector<1x128x128xbf16> to vector<128x128xbf16>
      %cst_16 = arith.constant dense<0.000000e+00> : vector<64x128xf32>
      %37 = tpu.matmul %33, %36, %cst_16 {dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>, transpose_lhs_hint = false} : vector<64x128xbf16>, vector<128x128xbf16>, vector<64x128xf32> -> vector<64x128xf32>
      %38 = vector.broadcast %25 : vector<64x1xf32> to vector<64x128xf32>
      %39 = arith.mulf %38, %arg9 : vector<64x128xf32>
      %40 = arith.addf %39, %37 : vector<64x128xf32>
      scf.yield %23, %32, %40 : vector<64x1xf32>, vector<64x1xf32>, vector<64x128xf32>
    }
    %c2_i32_4 = arith.constant 2 : i32
    %7 = vector.broadcast %6#1 : vector<64x1xf32> to vector<64x128xf32>
    %8 = arith.divf %6#2, %7 : vector<64x128xf32>
    %9 = arith.truncf %8 : vector<64x128xf32> to vector<64x128xbf16>
    %c0_5 = arith.constant 0 : index
    %c0_6 = arith.constant 0 : index
    %c0_7 = arith.constant 0 : index
    %10 = vector.load %arg5[%c0_5, %c0_6, %c0_7] : memref<1x64x128xbf16, #tpu.memory_space<vmem>>, vector<1x64x128xbf16>
    %11 = vector.shape_cast %10 : vector<1x64x128xbf16> to vector<64x128xbf16>
    %12 = vector.shape_cast %9 : vector<64x128xbf16> to vector<1x64x128xbf16>
    tpu.vector_store %arg5[%c0_5, %c0_6, %c0_7], %12 {strides = array<i32>} : memref<1x64x128xbf16, #tpu.memory_space<vmem>>, vector<1x64x128xbf16>, 
    return
  }
  func.func @transform_0(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    %c0_i32_0 = arith.constant 0 : i32
    return %arg0, %arg1, %c0_i32 : i32, i32, i32
  }
  func.func @transform_1(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    %c0_i32_0 = arith.constant 0 : i32
    %c0_i32_1 = arith.constant 0 : i32
    return %arg0, %c0_i32, %c0_i32_0 : i32, i32, i32
  }
  func.func @transform_2(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    %c0_i32_0 = arith.constant 0 : i32
    %c0_i32_1 = arith.constant 0 : i32
    return %arg0, %c0_i32, %c0_i32_0 : i32, i32, i32
  }
  func.func @transform_3(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
    %c0_i32 = arith.constant 0 : i32
    %c0_i32_0 = arith.constant 0 : i32
    return %arg0, %arg1, %c0_i32 : i32, i32, i32
  }
}
