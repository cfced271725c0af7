// Ops that only some jaxlib releases have. Their names are known, their operands
// are not fixed, so any shape of them is read, in generic form, and a rule can
// say that the op is not supported instead of a parser saying that it is unknown.
// Most are also read as jaxlib 0.12 prints them; see cpp/releases.cpp.

#ifndef TESSERA_TPU_OPS_RELEASES_TD
#define TESSERA_TPU_OPS_RELEASES_TD

include "tpu_types.td"

class Tpu_ReleaseOp<string mnemonic, string release> : Tpu_Op<mnemonic> {
  let summary = "named by " # release # ", read but not interpreted";
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region VariadicRegion<AnyRegion>:$bodies);
}

class Tpu_SpelledReleaseOp<string mnemonic, string release>
    : Tpu_ReleaseOp<mnemonic, release> {
  let extraClassDeclaration = [{
    static ::mlir::ParseResult parse(::mlir::OpAsmParser &parser,
                                     ::mlir::OperationState &result);
  }];
}

def Tpu_RelayoutOp : Tpu_ReleaseOp<"relayout", "jaxlib 0.10">;
def Tpu_ConvOp : Tpu_ReleaseOp<"conv", "jaxlib 0.11.1">;
def Tpu_ReduceOp : Tpu_SpelledReleaseOp<"reduce", "jaxlib 0.11.1">;
def Tpu_AnnotateOp : Tpu_SpelledReleaseOp<"annotate", "jaxlib 0.11.2">;
def Tpu_ReducePrecisionOp
    : Tpu_SpelledReleaseOp<"reduce_precision", "jaxlib 0.11.2">;
def Tpu_SharedMemRefSliceOp
    : Tpu_SpelledReleaseOp<"shared_memref_slice", "jaxlib 0.12">;
def Tpu_MemRefMemorySpaceIsOp
    : Tpu_SpelledReleaseOp<"memref_memory_space_is", "jaxlib 0.12">;
def Tpu_VectorExpandLoadOp
    : Tpu_SpelledReleaseOp<"vector_expand_load", "jaxlib 0.12">;
def Tpu_VectorCompressStoreOp
    : Tpu_SpelledReleaseOp<"vector_compress_store", "jaxlib 0.12">;
def Tpu_CompressStoreVregOp
    : Tpu_SpelledReleaseOp<"compress_store_vreg", "jaxlib 0.12">;
def Tpu_ExpandLoadVregOp
    : Tpu_SpelledReleaseOp<"expand_load_vreg", "jaxlib 0.12">;
def Tpu_TileSizeOp : Tpu_SpelledReleaseOp<"tile_size", "jaxlib 0.12">;

#endif // TESSERA_TPU_OPS_RELEASES_TD
