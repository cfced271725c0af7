// Scopes, profiling, random numbers and logging.

#ifndef TESSERA_TPU_OPS_STRUCTURE_TD
#define TESSERA_TPU_OPS_STRUCTURE_TD

include "tpu_types.td"

class Tpu_ScopeOp<string mnemonic>
    : Tpu_Op<mnemonic, [RecursiveMemoryEffects,
                        SingleBlockImplicitTerminator<"YieldOp">]> {
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
}

def Tpu_RegionOp : Tpu_ScopeOp<"region"> {
  let summary = "a scope for allocations, which may yield values";
}

def Tpu_TraceOp : Tpu_ScopeOp<"trace"> {
  let summary = "a scope that the profiler shows by name";
  let arguments = (ins StrAttr:$message, I32Attr:$level);
}

def Tpu_YieldOp : Tpu_Op<"yield", [Pure, ReturnLike, Terminator]> {
  let summary = "ends a scope and hands its values out";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

def Tpu_TraceStartOp : Tpu_Op<"trace_start"> {
  let summary = "opens a named stretch of the profile";
  let arguments = (ins StrAttr:$message, I32Attr:$level);
}

def Tpu_TraceStopOp : Tpu_Op<"trace_stop"> {
  let summary = "closes the latest stretch of the profile";
}

def Tpu_TraceValueOp : Tpu_Op<"trace_value"> {
  let summary = "writes one number into the profile";
  let arguments = (ins AnyType:$value, StrAttr:$label);
  let assemblyFormat = "$value `,` $label attr-dict `:` type($value)";
}

def Tpu_DelayOp : Tpu_Op<"delay"> {
  let summary = "idles for some nanoseconds";
  let arguments = (ins Tpu_I32:$nanos);
  let assemblyFormat = "$nanos attr-dict";
}

def Tpu_PRNGSeed32Op : Tpu_Op<"prng_set_seed_32"> {
  let summary = "seeds the random number generator of the core";
  let arguments = (ins Variadic<Tpu_I32>:$seeds);
}

def Tpu_PRNGRandomBitsOp : Tpu_Op<"prng_random_bits"> {
  let summary = "the next random bits of the core's generator";
  let results = (outs AnyType:$output);
}

def Tpu_LogOp : Tpu_Op<"log"> {
  let summary = "prints a tag and some values";
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$tag,
                   DefaultValuedAttr<BoolAttr, "false">:$formatted);
  let assemblyFormat = [{
    $tag attr-dict (`:` `[` $inputs^ `]` `:` type($inputs))?
  }];
}

def Tpu_LogBufferOp : Tpu_Op<"log_buffer"> {
  let summary = "prints the content of a ref";
  let arguments = (ins AnyType:$input, DenseI64ArrayAttr:$shape, StrAttr:$tag);
  let assemblyFormat = "$tag attr-dict `:` $input `:` type($input)";
}

#endif // TESSERA_TPU_OPS_STRUCTURE_TD
