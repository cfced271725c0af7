// Types, enums and attributes of the dialect.

#ifndef TESSERA_TPU_TYPES_TD
#define TESSERA_TPU_TYPES_TD

include "tpu_base.td"

//===--------------------------------------------------------------------===//
// Types
//===--------------------------------------------------------------------===//

class Tpu_Type<string name, string keyword, list<Trait> traits>
    : TypeDef<Tpu_Dialect, name, traits> {
  let mnemonic = keyword;
}

def Tpu_SemaphoreType
    : Tpu_Type<"Semaphore", "semaphore", [MemRefElementTypeInterface]> {
  let summary = "a semaphore that counts signals";
}

def Tpu_DMASemaphoreType
    : Tpu_Type<"DMASemaphore", "dma_semaphore", [MemRefElementTypeInterface]> {
  let summary = "a semaphore that counts the bytes a DMA has delivered";
}

def Tpu_Float8EXMYType
    : Tpu_Type<"Float8EXMY", "float8_exmy",
               [MemRefElementTypeInterface,
                DeclareTypeInterfaceMethods<FloatTypeInterface>]> {
  let summary = "a float narrower than a byte, kept in the low bits of one";
  let parameters = (ins "::mlir::FloatType":$underlying_type);
  let assemblyFormat = "`<` $underlying_type `>`";
}

//===--------------------------------------------------------------------===//
// Enums
//===--------------------------------------------------------------------===//

class Tpu_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::tessera::tpu";
  let genSpecializedAttr = 0;
}

class Tpu_EnumAttr<EnumAttrInfo enum, string keyword>
    : EnumAttr<Tpu_Dialect, enum, keyword> {
  let assemblyFormat = "`<` $value `>`";
}

def Tpu_CoreType : Tpu_Enum<"CoreType", "the kind of core that runs a function", [
  I32EnumAttrCase<"tc", 0>,
  I32EnumAttrCase<"sc_scalar_subcore", 1>,
  I32EnumAttrCase<"sc_vector_subcore", 2>
]>;
def Tpu_CoreTypeAttr : Tpu_EnumAttr<Tpu_CoreType, "core_type">;

def Tpu_PipelineMode : Tpu_Enum<"PipelineMode", "how a window is buffered", [
  I32EnumAttrCase<"synchronous", 1>,
  I32EnumAttrCase<"double_buffered", 2>
]>;
def Tpu_PipelineModeAttr : Tpu_EnumAttr<Tpu_PipelineMode, "pipeline_mode">;

def Tpu_RevisitMode : Tpu_Enum<"RevisitMode", "when an output block may return", [
  I32EnumAttrCase<"immediate", 0>,
  I32EnumAttrCase<"any", 1>
]>;
def Tpu_RevisitModeAttr : Tpu_EnumAttr<Tpu_RevisitMode, "revisit_mode">;

def Tpu_DimensionSemantics
    : Tpu_Enum<"DimensionSemantics", "how a grid dimension may be executed", [
  I32EnumAttrCase<"parallel", 0>,
  I32EnumAttrCase<"arbitrary", 1>,
  I32EnumAttrCase<"core_parallel", 2>,
  I32EnumAttrCase<"subcore_parallel", 3>
]>;
def Tpu_DimensionSemanticsAttr
    : Tpu_EnumAttr<Tpu_DimensionSemantics, "dimension_semantics">;

def Tpu_ContractPrecision
    : Tpu_Enum<"ContractPrecision", "the arithmetic of a matrix product", [
  I32EnumAttrCase<"bf16", 0>,
  I32EnumAttrCase<"fp32", 1>,
  I32EnumAttrCase<"bf16x3", 2>
]>;
def Tpu_ContractPrecisionAttr
    : Tpu_EnumAttr<Tpu_ContractPrecision, "contract_precision">;

def Tpu_PackFormat : Tpu_Enum<"PackFormat", "the order of packed elements", [
  I32EnumAttrCase<"compressed", 0>,
  I32EnumAttrCase<"interleaved", 1>
]>;
def Tpu_PackFormatAttr : Tpu_EnumAttr<Tpu_PackFormat, "pack_format">;

// The typed maxima and minima came with jaxlib 0.12. Files carry the names, so
// the numbers after 5 are our own choice.
def Tpu_ReductionKind : Tpu_Enum<"ReductionKind", "what a reduction computes", [
  I32EnumAttrCase<"sum", 0>,
  I32EnumAttrCase<"max", 1>,
  I32EnumAttrCase<"min", 2>,
  I32EnumAttrCase<"arg_max", 3>,
  I32EnumAttrCase<"arg_min", 4>,
  I32EnumAttrCase<"find_first_set", 5>,
  I32EnumAttrCase<"maxf", 6>,
  I32EnumAttrCase<"minf", 7>,
  I32EnumAttrCase<"maxsi", 8>,
  I32EnumAttrCase<"minsi", 9>,
  I32EnumAttrCase<"maxui", 10>,
  I32EnumAttrCase<"minui", 11>
]>;
def Tpu_ReductionKindAttr : Tpu_EnumAttr<Tpu_ReductionKind, "reduction_kind">;

def Tpu_RoundingMode : Tpu_Enum<"RoundingMode", "how a conversion rounds", [
  I32EnumAttrCase<"towards_zero", 0>,
  I32EnumAttrCase<"to_nearest_even", 1>
]>;
def Tpu_RoundingModeAttr : Tpu_EnumAttr<Tpu_RoundingMode, "rounding_mode">;

def Tpu_MemorySpace : Tpu_Enum<"MemorySpace", "where a ref lives", [
  I32EnumAttrCase<"any", 0xffffffff>,
  I32EnumAttrCase<"vmem", 0>,
  I32EnumAttrCase<"smem", 1>,
  I32EnumAttrCase<"hbm", 2>,
  I32EnumAttrCase<"cmem", 3>,
  I32EnumAttrCase<"semaphore_mem", 4>,
  I32EnumAttrCase<"vmem_shared", 5>,
  I32EnumAttrCase<"host", 6>
]>;

// A plain number in the IR: no attribute is made of it.
def Tpu_VectorLayoutDim
    : Tpu_Enum<"VectorLayoutDim", "the role of a dimension in a vector layout", [
  I32EnumAttrCase<"tiled", 0>,
  I32EnumAttrCase<"lanes", 1>,
  I32EnumAttrCase<"sublanes", 2>
]>;

//===--------------------------------------------------------------------===//
// Structured attributes
//===--------------------------------------------------------------------===//

class Tpu_Attr<string name, string keyword, list<Trait> traits = []>
    : AttrDef<Tpu_Dialect, name, traits> {
  let mnemonic = keyword;
}

def Tpu_MemorySpaceAttr : Tpu_Attr<"MemorySpace", "memory_space"> {
  let summary = "a memory, and whose one if cores differ";
  let parameters = (ins
    EnumParameter<Tpu_MemorySpace>:$value,
    OptionalParameter<"::std::optional<::tessera::tpu::CoreType>">:$core_type
  );
  let assemblyFormat = "`<` $value (`,` $core_type^)? `>`";
}

def Tpu_DotDimensionNumbersAttr
    : Tpu_Attr<"DotDimensionNumbers", "dot_dimension_numbers"> {
  let summary = "which dimensions a matrix product contracts, keeps and batches";
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$lhs_contracting_dims,
    ArrayRefParameter<"int64_t">:$rhs_contracting_dims,
    OptionalArrayRefParameter<"int64_t">:$lhs_non_contracting_dims,
    OptionalArrayRefParameter<"int64_t">:$rhs_non_contracting_dims,
    ArrayRefParameter<"int64_t">:$output_dim_order,
    OptionalArrayRefParameter<"int64_t">:$lhs_batch_dims,
    OptionalArrayRefParameter<"int64_t">:$rhs_batch_dims
  );
  let assemblyFormat = [{
    `<` `[` $lhs_contracting_dims `]` `,` `[` $rhs_contracting_dims `]` `,`
    `[` (`]`) : ($lhs_non_contracting_dims^ `]`)? `,`
    `[` (`]`) : ($rhs_non_contracting_dims^ `]`)? `,`
    `[` $output_dim_order `]` `,`
    `[` (`]`) : ($lhs_batch_dims^ `]`)? `,`
    `[` (`]`) : ($rhs_batch_dims^ `]`)? `>`
  }];
}

def Tpu_ElementWindowAttr : Tpu_Attr<"ElementWindow", "element_window"> {
  let summary = "a window that moves by elements, with padding on both ends";
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$pad_low,
    ArrayRefParameter<"int64_t">:$pad_high
  );
  let assemblyFormat = "`<` `[` $pad_low `]` `,` `[` $pad_high `]` `>`";
}

def Tpu_TiledLayoutAttr
    : Tpu_Attr<"TiledLayout", "tiled",
               [DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface,
                                            ["verifyLayout"]>]> {
  let summary = "a memref layout made of nested tiles";
  // All tiles lie end to end in `tile_sizes`; `tile_ranks` cuts them apart.
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$tile_sizes,
    ArrayRefParameter<"int64_t">:$tile_ranks,
    ArrayRefParameter<"int64_t">:$tile_strides
  );
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The tiles, the outermost first.
    ::llvm::SmallVector<::llvm::ArrayRef<int64_t>> getTiles() const;
  }];
}

// jaxlib 0.10 only: a register layout as text.
def Tpu_VectorLayoutAttr : Tpu_Attr<"VectorLayout", "vpad"> {
  let summary = "a vector register layout, as opaque text";
  let parameters = (ins StringRefParameter<>:$layout);
  let assemblyFormat = "`<` $layout `>`";
}

#endif // TESSERA_TPU_TYPES_TD
