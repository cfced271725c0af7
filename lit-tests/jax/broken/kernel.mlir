module {
  func.func @scale_rows_kernel(%arg0: memref<512x128xf32, #tpu.memory_space<hbm>>, %arg1: memref<1x128xbf16, #tpu.memory_space<hbm>>, %arg2: memref<512x128xf32, #tpu.memory_space<hbm>>, %arg3: memref<2x64x128xf32, #tpu.memory_space<vmem>>, %arg4: memref<1x128xf32, #tpu.memory_space<vmem>>, %arg5: memref<64x128xf32, #tpu.memory_space<vmem>>, %arg6: memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %arg7: memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %arg8: memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>, %arg9: memref<i32, #tpu.memory_space<smem>>) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 7 : i64, tpu.core_type = #tpu.core_type<tc>} {
    tpu.enqueue_dma source(%arg1 : memref<1x128xbf16, #tpu.memory_space<hbm>>) target(%arg4 : memref<1x128xf32, #tpu.memory_space<vmem>>) target_semaphore(%arg7 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>)
    %c0_i32 = arith.constant 0 : i32
    %c2_i32 = arith.constant 2 : i32
    %0 = arith.remsi %c0_i32, %c2_i32 : i32
    %c0_i32_0 = arith.constant 0 : i32
    %1 = tpu.assume_multiple %c0_i32_0, 64 : i32
    %2 = tpu.memref_slice %arg6[%0] : memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
    %3 = tpu.memref_squeeze %2 : memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
    %c0_i32_1 = arith.constant 0 : i32
    %c0_i32_2 = arith.constant 0 : i32
    %4 = tpu.memref_slice %arg3[%0, %c0_i32_1, %c0_i32_2] : memref<2x64x128xf32, #tpu.memory_space<vmem>> -> memref<1x64x128xf32, #tpu.memory_space<vmem>>
    %5 = tpu.memref_squeeze %4 : memref<1x64x128xf32, #tpu.memory_space<vmem>> -> memref<64x128xf32, #tpu.memory_space<vmem>>
    %c0_i32_3 = arith.constant 0 : i32
    %6 = tpu.memref_slice %arg0[%1, %c0_i32_3] : memref<512x128xf32, #tpu.memory_space<hbm>> -> memref<64x128xf32, #tpu.memory_space<hbm>>
    tpu.enqueue_dma source(%6 : memref<64x128xf32, #tpu.memory_space<hbm>>) target(%5 : memref<64x128xf32, #tpu.memory_space<vmem>>) target_semaphore(%3 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) {priority = 2 : i32}
    tpu.wait_dma2 semaphore(%arg7 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%arg1 : memref<1x128xbf16, #tpu.memory_space<hbm>>) dst(%arg4 : memref<1x128xf32, #tpu.memory_space<vmem>>)
    %c0_i32_4 = arith.constant 0 : i32
    %c8_i32 = arith.constant 8 : i32
    %7 = arith.addi %c0_i32_4, %c8_i32 : i32
    %c1_i32 = arith.constant 1 : i32
    scf.for %arg10 = %c0_i32_4 to %7 step %c1_i32  : i32 {
      %c2_i32_7 = arith.constant 2 : i32
      %10 = arith.remsi %arg10, %c2_i32_7 : i32
      %c1_i32_8 = arith.constant 1 : i32
      %11 = arith.addi %arg10, %c1_i32_8 : i32
      %c8_i32_9 = arith.constant 8 : i32
      %12 = arith.cmpi slt, %11, %c8_i32_9 : i32
      %13 = arith.extui %12 : i1 to i32
      %c0_i32_10 = arith.constant 0 : i32
      %14 = arith.cmpi ne, %13, %c0_i32_10 : i32
      scf.if %14 {
        %c1_i32_22 = arith.constant 1 : i32
        %31 = arith.addi %arg10, %c1_i32_22 : i32
        %c2_i32_23 = arith.constant 2 : i32
        %32 = arith.remsi %31, %c2_i32_23 : i32
        %c64_i32_24 = arith.constant 64 : i32
        %33 = arith.muli %31, %c64_i32_24 : i32
        %34 = tpu.assume_multiple %33, 64 : i32
        %35 = tpu.memref_slice %arg6[%32] : memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
        %36 = tpu.memref_squeeze %35 : memref<1x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>> -> memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
        %c0_i32_25 = arith.constant 0 : i32
        %c0_i32_26 = arith.constant 0 : i32
        %37 = tpu.memref_slice %arg3[%32, %c0_i32_25, %c0_i32_26] : memref<2x64x128xf32, #tpu.memory_space<vmem>> -> memref<1x64x128xf32, #tpu.memory_space<vmem>>
        %38 = tpu.memref_squeeze %37 : memref<1x64x128xf32, #tpu.memory_space<vmem>> -> memref<64x128xf32, #tpu.memory_space<vmem>>
        %c0_i32_27 = arith.constant 0 : i32
        %39 = tpu.memref_slice %arg0[%34, %c0_i32_27] : memref<512x128xf32, #tpu.memory_space<hbm>> -> memref<64x128xf32, #tpu.memory_space<hbm>>
        tpu.enqueue_dma source(%39 : memref<64x128xf32, #tpu.memory_space<hbm>>) target(%38 : memref<64x128xf32, #tpu.memory_space<vmem>>) target_semaphore(%36 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>)
      } else {
      }
      %c64_i32 = arith.constant 64 : i32
      %15 = arith.muli %arg10, %c64_i32 : i32
      %16 = tpu.assume_multiple %15, 64 : i32
      %c0_i32_11 = arith.constant 0 : i32
      %c0_i32_12 = arith.constant 0 : i32
      %17 = tpu.memref_slice %arg3[%10, %c0_i32_11, %c0_i32_12] : memref<2x64x128xf32, #tpu.memory_space<vmem>> -> memref<1x64x128xf32, #tpu.memory_space<vmem>>
      %18 = tpu.memref_squeeze %17 : memref<1x64x128xf32, #tpu.memory_space<vmem>> -> memref<64x128xf32, #tpu.memory_space<vmem>>
      %c0_i32_13 = arith.constant 0 : i32
      %19 = tpu.memref_slice %arg0[%16, %c0_i32_13] : memref<512x128xf32, #tpu.memory_space<hbm>> -> memref<64x128xf32, #tpu.memory_space<hbm>>
      tpu.wait_dma2 semaphore(%arg6 : memref<2x!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%19 : memref<64x128xf32, #tpu.memory_space<hbm>>) dst(%18 : memref<64x128xf32, #tpu.memory_space<vmem>>)
      %20 = arith.index_cast %10 : i32 to index
      %c0 = arith.constant 0 : index
      %c0_14 = arith.constant 0 : index
      %21 = vector.load %arg3[%20, %c0, %c0_14] : memref<2x64x128xf32, #tpu.memory_space<vmem>>, vector<1x64x128xf32>
      %22 = vector.shape_cast %21 : vector<1x64x128xf32> to vector<64x128xf32>
      %c0_15 = arith.constant 0 : index
      %c0_16 = arith.constant 0 : index
      %23 = vector.load %arg4[%c0_15, %c0_16] : memref<1x128xf32, #tpu.memory_space<vmem>>, vector<1x128xf32>
      %24 = vector.broadcast %23 : vector<1x128xf32> to vector<64x128xf32>
      %25 = arith.mulf %22, %24 : vector<64x128xf32>
      %c0_17 = arith.constant 0 : index
      %c0_18 = arith.constant 0 : index
      %26 = vector.load %arg5[%c0_17, %c0_18] : memref<64x128xf32, #tpu.memory_space<vmem>>, vector<64x128xf32>
      tpu.vector_store %arg5[%c0_17, %c0_18], %25 {strides = array<i32>} : memref<64x128xf32, #tpu.memory_space<vmem>>, vector<64x128xf32>, 
      %c64_i32_19 = arith.constant 64 : i32
      %27 = arith.muli %arg10, %c64_i32_19 : i32
      %28 = tpu.assume_multiple %27, 64 : i32
      %c0_i32_20 = arith.constant 0 : i32
      %29 = tpu.memref_slice %arg2[%28, %c0_i32_20] : memref<512x128xf32, #tpu.memory_space<hbm>> -> memref<32x128xf32, #tpu.memory_space<hbm>>
      tpu.enqueue_dma source(%arg5 : memref<64x128xf32, #tpu.memory_space<vmem>>) target(%29 : memref<32x128xf32, #tpu.memory_space<hbm>>) target_semaphore(%arg8 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>)
      %c0_i32_21 = arith.constant 0 : i32
      %30 = tpu.memref_slice %arg2[%28, %c0_i32_21] : memref<512x128xf32, #tpu.memory_space<hbm>> -> memref<32x128xf32, #tpu.memory_space<hbm>>
      tpu.wait_dma2 semaphore(%arg8 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%arg5 : memref<64x128xf32, #tpu.memory_space<vmem>>) dst(%30 : memref<32x128xf32, #tpu.memory_space<hbm>>)
    }
    %c8_i32_5 = arith.constant 8 : i32
    %c448_i32 = arith.constant 448 : i32
    %8 = tpu.assume_multiple %c448_i32, 64 : i32
    %c0_i32_6 = arith.constant 0 : i32
    %9 = tpu.memref_slice %arg2[%8, %c0_i32_6] : memref<512x128xf32, #tpu.memory_space<hbm>> -> memref<64x128xf32, #tpu.memory_space<hbm>>
    tpu.enqueue_dma source(%arg5 : memref<64x128xf32, #tpu.memory_space<vmem>>) target(%9 : memref<64x128xf32, #tpu.memory_space<hbm>>) target_semaphore(%arg9 : memref<i32, #tpu.memory_space<smem>>)
    tpu.enqueue_dma source(%arg5 : memref<64x128xf32, #tpu.memory_space<vmem>>) target(%arg5 : memref<64x128xf32, #tpu.memory_space<vmem>>) target_semaphore(%arg8 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>)
    tpu.wait_dma2 semaphore(%arg8 : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>) src(%arg5 : memref<64x128xf32, #tpu.memory_space<vmem>>) dst(%arg5 : memref<64x128xf32, #tpu.memory_space<vmem>>)
    return
  }
}
