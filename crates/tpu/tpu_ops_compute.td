// Arithmetic, conversions and the matrix unit.

#ifndef TESSERA_TPU_OPS_COMPUTE_TD
#define TESSERA_TPU_OPS_COMPUTE_TD

include "tpu_types.td"

//===--------------------------------------------------------------------===//
// Arithmetic and conversions
//===--------------------------------------------------------------------===//

class Tpu_RoundingOp<string mnemonic> : Tpu_UnaryOp<mnemonic> {
  let arguments = (ins AnyType:$input, Tpu_RoundingModeAttr:$rounding_mode);
}

def Tpu_FPToSIOp : Tpu_RoundingOp<"fptosi"> {
  let summary = "float to signed integer, with the rounding named";
}

def Tpu_FPToUIOp : Tpu_RoundingOp<"fptoui"> {
  let summary = "float to unsigned integer, with the rounding named";
}

def Tpu_SIToFPOp : Tpu_RoundingOp<"sitofp"> {
  let summary = "signed integer to float, with the rounding named";
}

def Tpu_UIToFPOp : Tpu_RoundingOp<"uitofp"> {
  let summary = "unsigned integer to float, with the rounding named";
}

def Tpu_ExtFOp : Tpu_UnaryOp<"extf"> {
  let summary = "float to a wider float";
}

def Tpu_TruncFOp : Tpu_RoundingOp<"truncf"> {
  let summary = "float to a narrower float, with the rounding named";
}

def Tpu_WeirdOp : Tpu_UnaryOp<"weird"> {
  let summary = "whether a float is infinite or not a number";
}

def Tpu_ReciprocalOp : Tpu_UnaryOp<"reciprocal"> {
  let summary = "one divided by the input, exactly or fast";
  let arguments = (ins AnyType:$input,
                   DefaultValuedAttr<BoolAttr, "false">:$approx,
                   DefaultValuedAttr<BoolAttr, "true">:$full_range);
}

def Tpu_LogisticOp : Tpu_UnaryOp<"logistic"> {
  let summary = "the sigmoid function";
}

class Tpu_StochasticOp<string mnemonic> : Tpu_Op<mnemonic, [Pure]> {
  let arguments = (ins AnyType:$input, AnyType:$random);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $input `,` $random attr-dict
    `:` type($input) `,` type($random) `->` type($output)
  }];
}

def Tpu_StochasticConvertOp : Tpu_StochasticOp<"stochastic_convert"> {
  let summary = "float narrowing that rounds by given random bits";
}

def Tpu_StochasticConvertElementwiseOp
    : Tpu_StochasticOp<"stochastic_convert_elementwise"> {
  let summary = "float narrowing by random bits, the result left in 32-bit lanes";
  let arguments = (ins AnyType:$input, AnyType:$random, TypeAttr:$dst_type);
}

def Tpu_AssumeMultipleOp : Tpu_Op<"assume_multiple", [Pure]> {
  let summary = "a number together with the promise of a divisor";
  let arguments = (ins AnyType:$value, I32Attr:$multiple);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $value `,` $multiple attr-dict
    `:` custom<SharedType>(type($value), type($result))
  }];
}

//===--------------------------------------------------------------------===//
// Matrix unit
//===--------------------------------------------------------------------===//

def Tpu_MatmulOp : Tpu_Op<"matmul", [Pure]> {
  let summary = "a matrix product added to an accumulator";
  let arguments = (ins AnyType:$lhs, AnyType:$rhs, AnyType:$acc,
                   DefaultValuedAttr<BoolAttr, "false">:$transpose_lhs,
                   DefaultValuedAttr<BoolAttr, "false">:$transpose_rhs,
                   OptionalAttr<Tpu_ContractPrecisionAttr>:$precision,
                   OptionalAttr<Tpu_DotDimensionNumbersAttr>:$dimension_numbers,
                   BoolAttr:$transpose_lhs_hint);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc attr-dict
    `:` type($lhs) `,` type($rhs) `,` type($acc) `->` type($result)
  }];
}

def Tpu_MatmulPushRhsOp : Tpu_Op<"matmul_push_rhs"> {
  let summary = "loads weights into a staging register of a matrix unit";
  let arguments = (ins AnyType:$rhs, I32Attr:$mxu_index,
                   DefaultValuedAttr<I32Attr, "0">:$staging_register,
                   DefaultValuedAttr<BoolAttr, "false">:$transpose);
  let assemblyFormat = "$rhs attr-dict `:` type($rhs)";
}

def Tpu_MatmulAccLhsOp : Tpu_Op<"matmul_acc_lhs"> {
  let summary = "streams rows through a matrix unit into an accumulator";
  let arguments = (ins AnyType:$lhs, I32Attr:$acc, I32Attr:$mxu_index,
                   OptionalAttr<I32Attr>:$load_staged_rhs);
  let assemblyFormat = "$acc `,` $lhs attr-dict `:` type($lhs)";
}

def Tpu_MatmulPopOp : Tpu_Op<"matmul_pop"> {
  let summary = "takes the content of an accumulator and clears it";
  let arguments = (ins I32Attr:$acc, I32Attr:$mxu_index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$acc attr-dict `:` type($result)";
}

def Tpu_MatmulLhsFifoOp : Tpu_Op<"matmul_lhs_fifo"> {
  let summary = "streams rows through a matrix unit into its result queue";
  let arguments = (ins AnyType:$lhs, I32Attr:$mxu_index,
                   OptionalAttr<I32Attr>:$load_staged_rhs);
  let assemblyFormat = "$lhs attr-dict `:` type($lhs)";
}

def Tpu_MatmulPopFifoOp : Tpu_Op<"matmul_pop_fifo"> {
  let summary = "takes the next result out of the queue of a matrix unit";
  let arguments = (ins I32Attr:$mxu_index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$mxu_index attr-dict `:` type($result)";
}

#endif // TESSERA_TPU_OPS_COMPUTE_TD
