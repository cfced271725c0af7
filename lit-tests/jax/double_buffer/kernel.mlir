module {
  func.func @sum_chunks_kernel(%arg0: memref<512x128xf32, #tpu.memory_space<hbm>>, %arg1: memref<64x128xf32, #tpu.memory_space<vmem>>, %arg2: memref<2x64x128xf32, #tpu.memory_space<vmem>>, %arg3: memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
    %c0_i32 = arith.constant 0 : i32
    %c2_i32 = arith.constant 2 : i32
    %0 = arith.remsi %c0_i32, %c2_i32 : i32
    %c0_i32_0 = arith.constant 0 : i32
    %1 = tpu.assume_multiple %c0_i32_0, 64 : i32
    %2 = tpu.memref_slice %arg3[%0] : memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
    %3 = tpu.memref_squeeze %2 : memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
    %c0_i32_1 = arith.constant 0 : i32
    %c0_i32_2 = arith.constant 0 : i32
    %4 = tpu.memref_slice %arg2[%0, %c0_i32_1, %c0_i32_2] : memref<2x64x128xf32, #tpu.memory_space<vmem>> -> memref<1x64x128xf32, #tpu.memory_space<vmem>>
    %5 = tpu.memref_squeeze %4 : memref<1x64x128xf32, #tpu.memory_space<vmem>> -> memref<64x128xf32, #tpu.memory_space<vmem>>
    %c0_i32_3 = arith.constant 0 : i32
    %6 = tpu.memref_slice %arg0[%1, %c0_i32_3] : memref<512x128xf32, #tpu.memory_space<hbm>> -> memref<64x128xf32, #tpu.memory_space<hbm>>
    tpu.enqueue_dma source(%6 : memref<64x128xf32, #tpu.memory_space<hbm>>) target(%5 : memref<64x128xf32, #tpu.memory_space<vmem>>) target_semaphore(%3 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>)
    %cst = arith.constant 0.000000e+00 : f32
    %7 = vector.broadcast %cst : f32 to vector<64x128xf32>
    %c0 = arith.constant 0 : index
    %c0_4 = arith.constant 0 : index
    %8 = vector.load %arg1[%c0, %c0_4] : memref<64x128xf32, #tpu.memory_space<vmem>>, vector<64x128xf32>
    tpu.vector_store %arg1[%c0, %c0_4], %7 {strides = array<i32>} : memref<64x128xf32, #tpu.memory_space<vmem>>, vector<64x128xf32>, 
    %c0_i32_5 = arith.constant 0 : i32
    %c8_i32 = arith.constant 8 : i32
    %9 = arith.addi %c0_i32_5, %c8_i32 : i32
    %c1_i32 = arith.constant 1 : i32
    scf.for %arg4 = %c0_i32_5 to %9 step %c1_i32  : i32 {
      %c1_i32_7 = arith.constant 1 : i32
      %10 = arith.addi %arg4, %c1_i32_7 : i32
      %c8_i32_8 = arith.constant 8 : i32
      %11 = arith.cmpi slt, %10, %c8_i32_8 : i32
      %12 = arith.extui %11 : i1 to i32
      %c0_i32_9 = arith.constant 0 : i32
      %13 = arith.cmpi ne, %12, %c0_i32_9 : i32
      scf.if %13 {
        %c1_i32_21 = arith.constant 1 : i32
        %29 = arith.addi %arg4, %c1_i32_21 : i32
        %c2_i32_22 = arith.constant 2 : i32
        %30 = arith.remsi %29, %c2_i32_22 : i32
        %c64_i32_23 = arith.constant 64 : i32
        %31 = arith.muli %29, %c64_i32_23 : i32
        %32 = tpu.assume_multiple %31, 64 : i32
        %33 = tpu.memref_slice %arg3[%30] : memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
        %34 = tpu.memref_squeeze %33 : memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
        %c0_i32_24 = arith.constant 0 : i32
        %c0_i32_25 = arith.constant 0 : i32
        %35 = tpu.memref_slice %arg2[%30, %c0_i32_24, %c0_i32_25] : memref<2x64x128xf32, #tpu.memory_space<vmem>> -> memref<1x64x128xf32, #tpu.memory_space<vmem>>
        %36 = tpu.memref_squeeze %35 : memref<1x64x128xf32, #tpu.memory_space<vmem>> -> memref<64x128xf32, #tpu.memory_space<vmem>>
        %c0_i32_26 = arith.constant 0 : i32
        %37 = tpu.memref_slice %arg0[%32, %c0_i32_26] : memref<512x128xf32, #tpu.memory_space<hbm>> -> memref<64x128xf32, #tpu.memory_space<hbm>>
        tpu.enqueue_dma source(%37 : memref<64x128xf32, #tpu.memory_space<hbm>>) target(%36 : memref<64x128xf32, #tpu.memory_space<vmem>>) target_semaphore(%34 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>)
      } else {
      }
      %c2_i32_10 = arith.constant 2 : i32
      %14 = arith.remsi %arg4, %c2_i32_10 : i32
      %c64_i32 = arith.constant 64 : i32
      %15 = arith.muli %arg4, %c64_i32 : i32
      %16 = tpu.assume_multiple %15, 64 : i32
      %17 = tpu.memref_slice %arg3[%14] : memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
      %18 = tpu.memref_squeeze %17 : memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
      %c0_i32_11 = arith.constant 0 : i32
      %c0_i32_12 = arith.constant 0 : i32
      %19 = tpu.memref_slice %arg2[%14, %c0_i32_11, %c0_i32_12] : memref<2x64x128xf32, #tpu.memory_space<vmem>> -> memref<1x64x128xf32, #tpu.memory_space<vmem>>
      %20 = tpu.memref_squeeze %19 : memref<1x64x128xf32, #tpu.memory_space<vmem>> -> memref<64x128xf32, #tpu.memory_space<vmem>>
      %c0_i32_13 = arith.constant 0 : i32
      %21 = tpu.memref_slice %arg0[%16, %c0_i32_13] : memref<512x128xf32, #tpu.memory_space<hbm>> -> memref<64x128xf32, #tpu.memory_space<hbm>>
      tpu.wait_dma2 semaphore(%18 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%21 : memref<64x128xf32, #tpu.memory_space<hbm>>) dst(%20 : memref<64x128xf32, #tpu.memory_space<vmem>>)
      %c0_14 = arith.constant 0 : index
      %c0_15 = arith.constant 0 : index
      %22 = vector.load %arg1[%c0_14, %c0_15] : memref<64x128xf32, #tpu.memory_space<vmem>>, vector<64x128xf32>
      %c2_i32_16 = arith.constant 2 : i32
      %23 = arith.remsi %arg4, %c2_i32_16 : i32
      %24 = arith.index_cast %23 : i32 to index
      %c0_17 = arith.constant 0 : index
      %c0_18 = arith.constant 0 : index
      %25 = vector.load %arg2[%24, %c0_17, %c0_18] : memref<2x64x128xf32, #tpu.memory_space<vmem>>, vector<1x64x128xf32>
      %26 = vector.shape_cast %25 : vector<1x64x128xf32> to vector<64x128xf32>
      %27 = arith.addf %22, %26 : vector<64x128xf32>
      %c0_19 = arith.constant 0 : index
      %c0_20 = arith.constant 0 : index
      %28 = vector.load %arg1[%c0_19, %c0_20] : memref<64x128xf32, #tpu.memory_space<vmem>>, vector<64x128xf32>
      tpu.vector_store %arg1[%c0_19, %c0_20], %27 {strides = array<i32>} : memref<64x128xf32, #tpu.memory_space<vmem>>, vector<64x128xf32>, 
    }
    %c8_i32_6 = arith.constant 8 : i32
    return
  }
}
