// Ops on register values that move elements: reductions, scans, sorting,
// rearrangement, packing, masks and bit casts.

#ifndef TESSERA_TPU_OPS_VECTOR_TD
#define TESSERA_TPU_OPS_VECTOR_TD

include "tpu_types.td"

//===--------------------------------------------------------------------===//
// Across lanes
//===--------------------------------------------------------------------===//

def Tpu_AllReduceOp : Tpu_UnaryOp<"all_reduce"> {
  let summary = "reduces one dimension and spreads the value over it again";
  let arguments = (ins AnyType:$input, I64Attr:$dim, Tpu_ReductionKindAttr:$kind);
}

def Tpu_ReduceIndexOp : Tpu_UnaryOp<"reduce_index"> {
  let summary = "the position of the largest or smallest element of a dimension";
  let arguments = (ins AnyType:$input, I32Attr:$axis, Tpu_ReductionKindAttr:$kind);
}

def Tpu_ScanOp : Tpu_Op<"scan"> {
  let summary = "running reduction over the minor dimension";
  // `dimension` is new in jaxlib 0.12, of whatever integer width it writes.
  let arguments = (ins AnyType:$input, Optional<AnyType>:$mask,
                   Tpu_ReductionKindAttr:$kind,
                   OptionalAttr<AnyAttr>:$dimension);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $kind `,` $input (`masked` $mask^)? attr-dict
    `:` type($input) `,` type($mask) `->` type($output)
  }];
}

def Tpu_SortOp : Tpu_Op<"sort", [Pure]> {
  let summary = "stable sort of key and value pairs, masked-off pairs last";
  let arguments = (ins AnyType:$keys, AnyType:$values, Optional<AnyType>:$mask,
                   DefaultValuedAttr<BoolAttr, "false">:$descending);
  let results = (outs AnyType:$output_mask, AnyType:$sorted_keys,
                 AnyType:$sorted_values);
  let assemblyFormat = [{
    $keys `,` $values (`masked` $mask^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Tpu_ScanCountOp : Tpu_Op<"scan_count", [Pure]> {
  let summary = "for each lane, how often its value occurred up to there";
  let arguments = (ins AnyType:$in_mask, AnyType:$values);
  let results = (outs AnyType:$out_mask, AnyType:$counts);
  let assemblyFormat = [{
    `mask` `(` $in_mask `:` type($in_mask) `)`
    `value` `(` $values `:` type($values) `)` attr-dict
    `:` type($out_mask) `,` type($counts)
  }];
}

//===--------------------------------------------------------------------===//
// Rearrangement
//===--------------------------------------------------------------------===//

def Tpu_DynamicRotateOp : Tpu_Op<"dynamic_rotate", [Pure]> {
  let summary = "circular shift along a dimension, by more on each row if asked";
  let arguments = (ins AnyType:$value, AnyType:$amount, SI32Attr:$dimension,
                   OptionalAttr<SI32Attr>:$stride,
                   OptionalAttr<SI32Attr>:$stride_dimension);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $value `by` $amount `dim` $dimension attr-dict
    `:` type($value) `,` type($amount) `->` type($result)
  }];
}

def Tpu_IotaOp : Tpu_Op<"iota", [Pure]> {
  let summary = "counts upwards in row-major order over some dimensions";
  let arguments = (ins DenseI32ArrayAttr:$dimensions);
  let results = (outs AnyType:$output);
  let assemblyFormat = "attr-dict `:` type($output)";
}

def Tpu_ReshapeOp : Tpu_Op<"reshape", [Pure]> {
  let summary = "the same elements under another vector shape";
  let arguments = (ins AnyType:$source);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $source attr-dict `:` type($source) `->` type($result)
  }];
}

def Tpu_RepeatOp : Tpu_Op<"repeat", [Pure]> {
  let summary = "several copies of a vector, one after the other";
  let arguments = (ins AnyType:$source, I32Attr:$dimension, I32Attr:$times);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $source `,` $dimension `x` $times attr-dict
    `:` type($source) `->` type($output)
  }];
}

def Tpu_BroadcastInSublanesOp : Tpu_Op<"broadcast_in_sublanes", [Pure]> {
  let summary = "fills each sublane with one element of a row";
  let arguments = (ins AnyType:$source, I32Attr:$lane);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $source `,` $lane attr-dict `:` type($source) `->` type($output)
  }];
}

def Tpu_GatherOp : Tpu_Op<"gather", [Pure]> {
  let summary = "picks slices of one dimension by constant indices";
  let arguments = (ins AnyType:$source, DenseI32ArrayAttr:$indices,
                   I32Attr:$dimension);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $source `[` $indices `]` `in` $dimension attr-dict
    `:` type($source) `->` type($output)
  }];
}

def Tpu_DynamicGatherOp : Tpu_Op<"dynamic_gather", [Pure]> {
  let summary = "picks elements along some dimensions by computed indices";
  let arguments = (ins AnyType:$source, AnyType:$indices,
                   DenseI32ArrayAttr:$dimensions);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $source `[` $indices `]` `in` $dimensions attr-dict
    `:` type($source) `,` type($indices) `->` type($output)
  }];
}

def Tpu_ConcatenateOp : Tpu_Op<"concatenate", [Pure]> {
  let summary = "joins vectors along one dimension";
  let arguments = (ins Variadic<AnyType>:$sources, I32Attr:$dimension);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $sources `in` $dimension attr-dict `:` type($sources) `->` type($output)
  }];
}

def Tpu_TransposeOp : Tpu_Op<"transpose", [Pure]> {
  let summary = "reorders the dimensions of a vector";
  let arguments = (ins AnyType:$vector, DenseI64ArrayAttr:$permutation);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $vector `,` $permutation attr-dict `:` type($vector) `->` type($result)
  }];
}

def Tpu_SublaneShuffleOp : Tpu_Op<"sublane_shuffle"> {
  let summary = "picks sublanes from two registers laid end to end";
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, DenseI32ArrayAttr:$pattern);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $pattern attr-dict
    `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}

def Tpu_RollVectorsOp : Tpu_Op<"roll_vectors", [Pure]> {
  let summary = "one logical vector out of single registers";
  let arguments = (ins Variadic<AnyType>:$input);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $input attr-dict `:` type($input) `->` type($output)
  }];
}

def Tpu_UnrollVectorsOp : Tpu_Op<"unroll_vectors", [Pure]> {
  let summary = "the single registers of one logical vector";
  let arguments = (ins AnyType:$input);
  let results = (outs Variadic<AnyType>:$output);
  let assemblyFormat = [{
    $input attr-dict `:` type($input) `->` type($output)
  }];
}

//===--------------------------------------------------------------------===//
// Packing, masks and bit casts
//===--------------------------------------------------------------------===//

def Tpu_UnpackSubelementsOp : Tpu_Op<"unpack_subelements", [Pure]> {
  let summary = "widens one of the narrow elements that share a word";
  let arguments = (ins AnyType:$source, I32Attr:$index,
                   Tpu_PackFormatAttr:$pack_format,
                   DefaultValuedAttr<BoolAttr, "true">:$integer_extended,
                   DefaultValuedAttr<BoolAttr, "false">:$unsigned_integers);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $source `,` $index attr-dict `:` type($source) `->` type($output)
  }];
}

def Tpu_PackSubelementsOp : Tpu_Op<"pack_subelements", [Pure]> {
  let summary = "narrows several vectors and merges them into shared words";
  let arguments = (ins Variadic<AnyType>:$sources, DenseI32ArrayAttr:$positions,
                   Tpu_PackFormatAttr:$pack_format,
                   DefaultValuedOptionalAttr<BoolAttr, "false">:$unsigned_integers);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $sources attr-dict `:` type($sources) `->` type($output)
  }];
}

def Tpu_PackElementwiseOp : Tpu_Op<"pack_elementwise", [Pure]> {
  let summary = "narrows several vectors, each into its own bits of every word";
  let arguments = (ins Variadic<AnyType>:$sources, TypeAttr:$target_type);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $sources attr-dict `:` type($sources) `->` type($output)
  }];
}

def Tpu_UnpackElementwiseOp : Tpu_Op<"unpack_elementwise", [Pure]> {
  let summary = "widens the elements that lie in one part of every word";
  let arguments = (ins AnyType:$source, TypeAttr:$source_type, I32Attr:$index);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $source `,` $index attr-dict `:` type($source) `->` type($output)
  }];
}

def Tpu_PackMaskOp : Tpu_Op<"pack_vmsk", [Pure]> {
  let summary = "merges masks into one with more bits for each word";
  let arguments = (ins Variadic<AnyType>:$sources, DenseI32ArrayAttr:$positions);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $sources attr-dict `:` type($sources) `->` type($output)
  }];
}

def Tpu_MaskCastOp : Tpu_Op<"mask_cast", [Pure]> {
  let summary = "a mask with another number of bits for each word";
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $input attr-dict `:` type($input) `->` type($result)
  }];
}

def Tpu_CreateMaskOp : Tpu_Op<"create_mask", [Pure, SameVariadicOperandSize]> {
  let summary = "a mask that is set inside a box";
  let arguments = (ins Variadic<Tpu_Index>:$low, Variadic<Tpu_Index>:$high);
  let results = (outs AnyType:$output);
  let assemblyFormat = "`[` $low `]` `[` $high `]` attr-dict `:` type($output)";
}

def Tpu_CreateSubelementMaskOp : Tpu_Op<"create_subelement_mask", [Pure]> {
  let summary = "a mask that is set in a range of rows below sublane size";
  let arguments = (ins I32Attr:$from, I32Attr:$to);
  let results = (outs AnyType:$output);
  let assemblyFormat = "$from `,` $to attr-dict `:` type($output)";
}

def Tpu_BitcastOp : Tpu_UnaryOp<"bitcast"> {
  let summary = "the bits of a vector under another element type";
}

def Tpu_BitcastVregOp : Tpu_UnaryOp<"bitcast_vreg"> {
  let summary = "the bits of a register under another type";
}

#endif // TESSERA_TPU_OPS_VECTOR_TD
