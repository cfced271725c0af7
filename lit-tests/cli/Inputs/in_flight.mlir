#any = #tpu.memory_space<any>
#vmem = #tpu.memory_space<vmem>
!sem = memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>

func.func @kernel(%x: memref<8x128xf32, #any>, %o: memref<8x128xf32, #vmem>, %buf: memref<8x128xf32, #vmem>, %sem: !sem) attributes {dimension_semantics = [], scalar_prefetch = 0 : i64, scratch_operands = 2 : i64, tpu.core_type = #tpu.core_type<tc>} {
  %c0 = arith.constant 0 : index
  // Read before it has arrived.
  tpu.enqueue_dma source(%x : memref<8x128xf32, #any>) target(%buf : memref<8x128xf32, #vmem>)
      target_semaphore(%sem : !sem)
  %v = vector.load %buf[%c0, %c0] : memref<8x128xf32, #vmem>, vector<8x128xf32>
  tpu.vector_store %o[%c0, %c0], %v {strides = array<i32>} : memref<8x128xf32, #vmem>, vector<8x128xf32>,
  tpu.wait_dma2 semaphore(%sem : !sem) src(%x : memref<8x128xf32, #any>) dst(%buf : memref<8x128xf32, #vmem>)
  return
}
