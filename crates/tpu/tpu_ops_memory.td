// Loads and stores between registers and refs, and views of refs.

#ifndef TESSERA_TPU_OPS_MEMORY_TD
#define TESSERA_TPU_OPS_MEMORY_TD

include "tpu_types.td"

class Tpu_LoadOp<string mnemonic, list<Trait> traits = []>
    : Tpu_Op<mnemonic, !listconcat([MemoryEffects<[MemRead]>], traits)>;

class Tpu_StoreOp<string mnemonic, list<Trait> traits = []>
    : Tpu_Op<mnemonic, !listconcat([MemoryEffects<[MemWrite]>], traits)>;

//===--------------------------------------------------------------------===//
// Single registers
//===--------------------------------------------------------------------===//

def Tpu_RegisterStoreOp : Tpu_StoreOp<"store", [AttrSizedOperandSegments]> {
  let summary = "stores a register, sublane by sublane";
  let arguments = (ins AnyType:$value_to_store, AnyType:$base,
                   Variadic<Tpu_Index>:$indices, Optional<AnyType>:$mask,
                   DenseBoolArrayAttr:$sublane_mask,
                   DefaultValuedAttr<I32Attr, "1">:$sublane_stride,
                   DefaultValuedAttr<BoolAttr, "false">:$add);
  let assemblyFormat = [{
    $base `[` $indices `]` `,` $value_to_store (`masked` $mask^)?
    `sublanes` $sublane_mask (`sublane_stride` $sublane_stride^)? attr-dict
    `:` type($base) `,` type($value_to_store) `,` type($mask)
  }];
}

def Tpu_RegisterLoadOp : Tpu_LoadOp<"load"> {
  let summary = "loads a register, sublane by sublane";
  let arguments = (ins AnyType:$base, Variadic<Tpu_Index>:$indices,
                   DenseBoolArrayAttr:$sublane_mask,
                   DefaultValuedAttr<I32Attr, "1">:$sublane_stride);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $base `[` $indices `]` `sublanes` $sublane_mask
    (`sublane_stride` $sublane_stride^)? attr-dict
    `:` type($base) `,` type($result)
  }];
}

def Tpu_ShuffledLoadOp : Tpu_LoadOp<"shuffled_load"> {
  let summary = "loads a register, each sublane from an offset of its own";
  let arguments = (ins AnyType:$base, Variadic<Tpu_Index>:$indices,
                   DenseBoolArrayAttr:$sublane_mask,
                   DenseI32ArrayAttr:$sublane_offsets);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $base `[` $indices `]` attr-dict `:` type($base) `,` type($result)
  }];
}

def Tpu_ShuffledStoreOp : Tpu_StoreOp<"shuffled_store"> {
  let summary = "stores a register, each sublane to an offset of its own";
  let arguments = (ins AnyType:$value_to_store, AnyType:$base,
                   Variadic<Tpu_Index>:$indices,
                   DenseBoolArrayAttr:$sublane_mask,
                   DenseI32ArrayAttr:$sublane_offsets);
  let assemblyFormat = [{
    $base `[` $indices `]` `,` $value_to_store attr-dict
    `:` type($base) `,` type($value_to_store)
  }];
}

//===--------------------------------------------------------------------===//
// Vectors of any size
//===--------------------------------------------------------------------===//

def Tpu_VectorStoreOp : Tpu_StoreOp<"vector_store", [AttrSizedOperandSegments]> {
  let summary = "stores a vector into a ref, or adds it there";
  let arguments = (ins AnyType:$value_to_store, AnyType:$base,
                   Variadic<Tpu_Index>:$indices, Optional<AnyType>:$mask,
                   DenseI32ArrayAttr:$strides,
                   DefaultValuedAttr<BoolAttr, "false">:$add);
  let assemblyFormat = [{
    $base `[` $indices `]` `,` $value_to_store (`masked` $mask^)? attr-dict
    `:` type($base) `,` type($value_to_store) `,` type($mask)
  }];
}

def Tpu_VectorLoadOp : Tpu_LoadOp<"vector_load", [AttrSizedOperandSegments]> {
  let summary = "loads a vector from a ref";
  let arguments = (ins AnyType:$base, Variadic<Tpu_Index>:$indices,
                   Optional<AnyType>:$mask, DenseI32ArrayAttr:$strides);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $base `[` $indices `]` (`masked` $mask^)? attr-dict
    `:` type($base) `,` type($result) `,` type($mask)
  }];
}

def Tpu_StridedLoadOp : Tpu_LoadOp<"strided_load"> {
  let summary = "loads a vector with a step along each dimension";
  let arguments = (ins AnyType:$base, Variadic<Tpu_Index>:$indices,
                   DenseI32ArrayAttr:$strides);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $base `[` $indices `]` attr-dict `:` type($base) `,` type($result)
  }];
}

def Tpu_StridedStoreOp : Tpu_StoreOp<"strided_store"> {
  let summary = "stores a vector with a step along each dimension";
  let arguments = (ins AnyType:$value_to_store, AnyType:$base,
                   Variadic<Tpu_Index>:$indices, DenseI32ArrayAttr:$strides);
  let assemblyFormat = [{
    $base `[` $indices `]` `,` $value_to_store attr-dict
    `:` type($base) `,` type($value_to_store)
  }];
}

def Tpu_VectorLoadIdxOp
    : Tpu_LoadOp<"vector_load_idx", [AttrSizedOperandSegments]> {
  let summary = "loads each lane from an address of its own";
  let arguments = (ins AnyType:$base, Variadic<AnyType>:$indices,
                   Optional<AnyType>:$mask);
  let results = (outs AnyType:$value);
  let assemblyFormat = [{
    $base `[` $indices `]` (`masked` $mask^)? attr-dict
    `:` type($base) `[` type($indices) `]` `,` type($value) `,` type($mask)
  }];
}

def Tpu_VectorStoreIdxOp
    : Tpu_StoreOp<"vector_store_idx", [AttrSizedOperandSegments]> {
  let summary = "stores each lane to an address of its own, or adds it there";
  let arguments = (ins AnyType:$value_to_store, AnyType:$base,
                   Variadic<AnyType>:$indices, Optional<AnyType>:$mask,
                   DefaultValuedAttr<BoolAttr, "false">:$add);
  let assemblyFormat = [{
    $base `[` $indices `]` `,` $value_to_store (`masked` $mask^)? attr-dict
    `:` type($base) `[` type($indices) `]` `,` type($value_to_store) `,`
    type($mask)
  }];
}

//===--------------------------------------------------------------------===//
// Views
//===--------------------------------------------------------------------===//

class Tpu_ViewOp<string mnemonic> : Tpu_Op<mnemonic, [Pure]> {
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $input attr-dict `:` type($input) `->` type($result)
  }];
}

def Tpu_MemRefSliceOp
    : Tpu_Op<"memref_slice", [Pure, AttrSizedOperandSegments]> {
  let summary = "a window of a ref, at offsets known only when it runs";
  let arguments = (ins AnyType:$mem_ref, Variadic<Tpu_I32>:$base_idx,
                   Variadic<Tpu_I32>:$dynamic_sizes);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $mem_ref `[` $base_idx `]` (`<` $dynamic_sizes^ `>`)? attr-dict
    `:` type($mem_ref) `->` type($result)
  }];
}

def Tpu_MemRefSqueezeOp : Tpu_ViewOp<"memref_squeeze"> {
  let summary = "a ref without some of its dimensions of size one";
}

def Tpu_MemRefReshapeOp : Tpu_ViewOp<"memref_reshape"> {
  let summary = "a ref under another shape, the order of elements kept";
}

def Tpu_MemRefBitcastOp : Tpu_ViewOp<"memref_bitcast"> {
  let summary = "the bits of a ref under another element type";
}

def Tpu_ReinterpretCastOp
    : Tpu_Op<"reinterpret_cast", [Pure, AttrSizedOperandSegments]> {
  let summary = "a ref under another type, nothing checked";
  // `dynamic_strides` are new in jaxlib 0.12.
  let arguments = (ins AnyType:$input, Optional<Tpu_I32>:$dynamic_offset,
                   Variadic<Tpu_I32>:$dynamic_sizes,
                   Variadic<Tpu_I32>:$dynamic_strides);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $input ($dynamic_offset^)? (`<` $dynamic_sizes^ `>`)?
    (`[` $dynamic_strides^ `]`)? attr-dict
    `:` type($input) `->` type($result)
  }];
}

def Tpu_AssumeLayoutOp : Tpu_ViewOp<"assume_layout"> {
  let summary = "a value together with the claim that its layout is right";
}

def Tpu_EraseLayoutOp : Tpu_ViewOp<"erase_memref_layout"> {
  let summary = "a ref whose type no longer tells the layout";
}

#endif // TESSERA_TPU_OPS_MEMORY_TD
