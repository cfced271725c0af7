// The dialect itself and the helpers that all op files share.

#ifndef TESSERA_TPU_BASE_TD
#define TESSERA_TPU_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Tpu_Dialect : Dialect {
  let name = "tpu";
  let summary = "TPU kernels as written by JAX Pallas";
  let cppNamespace = "::tessera::tpu";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // Where a hook of Rust asks its rules; see tesseraSetVerifyHook.
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Adds the ops; they are compiled on their own because they are many.
    void registerOps();
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

class Tpu_Op<string mnemonic, list<Trait> traits = []>
    : Op<Tpu_Dialect, mnemonic, traits>;

// Operands whose type the text does not spell. The parser has to know one type
// to give them, yet the generic form may carry any other, which a rule reports.
def Tpu_I32 : Type<CPred<"true">, "i32, by rule">,
              BuildableType<"$_builder.getI32Type()">;
def Tpu_Index : Type<CPred<"true">, "index, by rule">,
                BuildableType<"$_builder.getIndexType()">;

// `OP %input attrs : type -> type`, the most frequent spelling.
class Tpu_UnaryOp<string mnemonic, list<Trait> traits = [Pure]>
    : Tpu_Op<mnemonic, traits> {
  let arguments = (ins AnyType:$input);
  let results = (outs AnyType:$output);
  let assemblyFormat = [{
    $input attr-dict `:` type($input) `->` type($output)
  }];
}

#endif // TESSERA_TPU_BASE_TD
