// Where a kernel runs, semaphores, barriers and DMAs.

#ifndef TESSERA_TPU_OPS_SYNC_TD
#define TESSERA_TPU_OPS_SYNC_TD

include "tpu_types.td"

//===--------------------------------------------------------------------===//
// Device, core and grid
//===--------------------------------------------------------------------===//

class Tpu_WhereOp<string mnemonic, list<Trait> traits = []>
    : Tpu_Op<mnemonic, traits> {
  let results = (outs AnyType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Tpu_DeviceIdOp : Tpu_WhereOp<"device_id", [Pure]> {
  let summary = "the logical number of the device that runs this";
}

def Tpu_CoreIdOp : Tpu_WhereOp<"core_id", [Pure]> {
  let summary = "the logical number of the core that runs this";
}

def Tpu_SubcoreIdOp : Tpu_WhereOp<"subcore_id", [Pure]> {
  let summary = "the logical number of the subcore that runs this";
}

def Tpu_IterationBoundOp : Tpu_WhereOp<"iteration_bound"> {
  let summary = "the size of a grid dimension";
  let arguments = (ins I32Attr:$dim);
  let assemblyFormat = "$dim attr-dict `:` type($result)";
}

def Tpu_InternalScratchOp : Tpu_WhereOp<"internal_scratch"> {
  let summary = "memory that the compiler keeps for itself";
}

//===--------------------------------------------------------------------===//
// Semaphores and barriers
//===--------------------------------------------------------------------===//

def Tpu_SemReadOp : Tpu_Op<"sem_read"> {
  let summary = "the count of a semaphore, left as it is";
  let arguments = (ins AnyType:$semaphore);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $semaphore attr-dict `:` type($semaphore) `->` type($result)
  }];
}

def Tpu_SemWaitOp : Tpu_Op<"sem_wait"> {
  let summary = "waits for a count and takes it off the semaphore";
  let arguments = (ins AnyType:$semaphore, Tpu_I32:$amount);
  let assemblyFormat = "$semaphore `,` $amount attr-dict `:` type($semaphore)";
}

def Tpu_SemAllocOp : Tpu_WhereOp<"sem_alloc"> {
  let summary = "fresh semaphores for the enclosing scope";
}

def Tpu_SemBarrierOp : Tpu_Op<"sem_barrier"> {
  let summary = "the semaphore that the whole collective shares";
  let results = (outs AnyType:$semaphore);
  let assemblyFormat = "attr-dict `:` type($semaphore)";
}

def Tpu_SemSignalOp : Tpu_Op<"sem_signal", [AttrSizedOperandSegments]> {
  let summary = "adds to a semaphore here, on another core or on another device";
  let arguments = (ins AnyType:$semaphore, Tpu_I32:$amount,
                   Optional<Tpu_I32>:$device_id, Optional<Tpu_I32>:$core_id,
                   Optional<Tpu_I32>:$subcore_id);
  let assemblyFormat = [{
    $semaphore `,` $amount (`device_id` $device_id^)? (`core_id` $core_id^)?
    (`subcore_id` $subcore_id^)? attr-dict `:` type($semaphore)
  }];
}

def Tpu_BarrierOp : Tpu_Op<"barrier"> {
  let summary = "waits for all vector subcores of a SparseCore";
  let arguments = (ins Tpu_Index:$barrier_id);
  let assemblyFormat = "`barrier_id` `(` $barrier_id `)` attr-dict";
}

def Tpu_FetchAndAddSyncOp
    : Tpu_Op<"fetch_and_add_sync", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "adds to a word of another subcore at once, gives the old value";
  let arguments = (ins AnyType:$base, Variadic<Tpu_I32>:$indices,
                   AnyType:$value, Tpu_I32:$core_id);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $base `[` $indices `]` `,` $value `,` $core_id attr-dict
    `:` type($base) `,` type($value) `->` type($result)
  }];
}

//===--------------------------------------------------------------------===//
// DMA
//===--------------------------------------------------------------------===//

// Starting a copy and waiting for it name the same operands in the same way.
class Tpu_DMAOp<string mnemonic> : Tpu_Op<mnemonic, [AttrSizedOperandSegments]> {
  dag endpoints = (ins AnyType:$source, Optional<AnyType>:$source_semaphore,
                   AnyType:$target, Optional<AnyType>:$target_semaphore,
                   Optional<Tpu_I32>:$device_id, Optional<Tpu_I32>:$core_id,
                   Optional<Tpu_I32>:$subcore_id,
                   DefaultValuedAttr<I32Attr, "0">:$priority,
                   DefaultValuedAttr<BoolAttr, "false">:$strict_ordering);
  let arguments = endpoints;
  let assemblyFormat = [{
    `source` `(` $source `:` type($source) `)`
    `target` `(` $target `:` type($target) `)`
    (`source_semaphore` `(` $source_semaphore^ `:` type($source_semaphore) `)`)?
    (`target_semaphore` `(` $target_semaphore^ `:` type($target_semaphore) `)`)?
    (`device_id` `(` $device_id^ `)`)?
    (`core_id` `(` $core_id^ `)`)?
    (`subcore_id` `(` $subcore_id^ `)`)?
    attr-dict
  }];
}

def Tpu_EnqueueDMAOp : Tpu_DMAOp<"enqueue_dma"> {
  let summary = "starts a copy that goes on by itself";
}

def Tpu_WaitDMAOp : Tpu_DMAOp<"wait_dma"> {
  let summary = "waits for one end of a copy, named by the copy's own operands";
  let arguments = !con(endpoints, (ins BoolAttr:$wait_target));
}

def Tpu_WaitDMA2Op : Tpu_Op<"wait_dma2", [AttrSizedOperandSegments]> {
  let summary = "waits until a semaphore has counted the bytes of a ref";
  let arguments = (ins AnyType:$semaphore, AnyType:$src, AnyType:$dst,
                   Optional<Tpu_I32>:$device_id, Optional<Tpu_I32>:$core_id,
                   DefaultValuedAttr<BoolAttr, "false">:$strict_ordering);
  let assemblyFormat = [{
    `semaphore` `(` $semaphore `:` type($semaphore) `)`
    `src` `(` $src `:` type($src) `)` `dst` `(` $dst `:` type($dst) `)`
    (`device_id` `(` $device_id^ `)`)? (`core_id` `(` $core_id^ `)`)? attr-dict
  }];
}

def Tpu_EnqueueIndirectDMAOp : Tpu_Op<"enqueue_indirect_dma"> {
  let summary = "starts a gather or scatter that goes on by itself";
  let arguments = (ins AnyType:$source, AnyType:$target, AnyType:$offsets,
                   AnyType:$semaphore, Optional<Tpu_I32>:$offset_filter,
                   DefaultValuedAttr<BoolAttr, "false">:$add);
  let assemblyFormat = [{
    `source` `(` $source `:` type($source) `)`
    `target` `(` $target `:` type($target) `)`
    `offsets` `(` $offsets `:` type($offsets) `)`
    (`offset_filter` `(` $offset_filter^ `)`)?
    `semaphore` `(` $semaphore `:` type($semaphore) `)` attr-dict
  }];
}

def Tpu_WaitIndirectDMAOp : Tpu_Op<"wait_indirect_dma"> {
  let summary = "waits for a gather or scatter";
  let arguments = (ins AnyType:$semaphore, AnyType:$src, AnyType:$dst);
  let assemblyFormat = [{
    `semaphore` `(` $semaphore `:` type($semaphore) `)`
    `src` `(` $src `:` type($src) `)` `dst` `(` $dst `:` type($dst) `)` attr-dict
  }];
}

#endif // TESSERA_TPU_OPS_SYNC_TD
