// Reading, and plain access to attributes and types.

#include "shim.h"
#include "tpu.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tessera::tpu;

//===--------------------------------------------------------------------===//
// Reading
//===--------------------------------------------------------------------===//

void tesseraDoNotPrintOps(MlirContext context) {
  unwrap(context)->printOpOnDiagnostic(false);
}

MlirOperation tesseraParse(MlirContext context, MlirStringRef bytes,
                           MlirStringRef name, bool verify) {
  // Bytecode sections ask for more alignment than a plain copy has.
  const llvm::Align alignment(64);
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
      bytes.length, unwrap(name), alignment);
  if (!buffer)
    return {nullptr};
  llvm::copy(unwrap(bytes), buffer->getBufferStart());
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  ParserConfig config(unwrap(context), verify);
  readNewerBuiltins(config.getBytecodeReaderConfig());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, config);
  return wrap(module ? module.release().getOperation() : nullptr);
}

bool tesseraVerify(MlirOperation operation) {
  return succeeded(verify(unwrap(operation)));
}

//===--------------------------------------------------------------------===//
// Attributes
//===--------------------------------------------------------------------===//

namespace {
struct EnumCase {
  int64_t value;
  StringRef name;
  StringRef keyword;
};
} // namespace

template <typename EnumAttr>
static std::optional<EnumCase> caseOf(EnumAttr attribute) {
  auto value = attribute.getValue();
  return EnumCase{static_cast<int64_t>(value), stringifyEnum(value),
                  EnumAttr::getMnemonic()};
}

static std::optional<EnumCase> enumCase(MlirAttribute attribute) {
  return llvm::TypeSwitch<Attribute, std::optional<EnumCase>>(unwrap(attribute))
      .Case<CoreTypeAttr, PipelineModeAttr, RevisitModeAttr,
            DimensionSemanticsAttr, ContractPrecisionAttr, PackFormatAttr,
            ReductionKindAttr, RoundingModeAttr, MemorySpaceAttr>(
          [](auto concrete) { return caseOf(concrete); })
      .Default(std::optional<EnumCase>());
}

bool tesseraEnumValue(MlirAttribute attribute, int64_t *value) {
  std::optional<EnumCase> found = enumCase(attribute);
  if (found)
    *value = found->value;
  return found.has_value();
}

MlirStringRef tesseraEnumName(MlirAttribute attribute) {
  std::optional<EnumCase> found = enumCase(attribute);
  return wrap(found ? found->name : StringRef());
}

MlirStringRef tesseraEnumKeyword(MlirAttribute attribute) {
  std::optional<EnumCase> found = enumCase(attribute);
  return wrap(found ? found->keyword : StringRef());
}

int64_t tesseraMemorySpaceCore(MlirAttribute attribute) {
  auto space = dyn_cast<MemorySpaceAttr>(unwrap(attribute));
  if (!space || !space.getCoreType())
    return -1;
  return static_cast<int64_t>(*space.getCoreType());
}

template <typename Enum>
static std::optional<Enum> symbolize(int64_t number,
                                     std::optional<Enum> (*find)(uint32_t)) {
  if (number < 0 || number > std::numeric_limits<uint32_t>::max())
    return std::nullopt;
  return find(static_cast<uint32_t>(number));
}

MlirAttribute tesseraMemorySpaceGet(MlirContext context, int64_t space,
                                    int64_t core) {
  auto spaceCase = symbolize<MemorySpace>(space, symbolizeMemorySpace);
  auto coreCase = symbolize<CoreType>(core, symbolizeCoreType);
  if (!spaceCase || (core != -1 && !coreCase))
    return {nullptr};
  return wrap(MemorySpaceAttr::get(unwrap(context), *spaceCase, coreCase));
}

MlirAttribute tesseraCoreTypeGet(MlirContext context, int64_t core) {
  auto coreCase = symbolize<CoreType>(core, symbolizeCoreType);
  if (!coreCase)
    return {nullptr};
  return wrap(CoreTypeAttr::get(unwrap(context), *coreCase));
}

int tesseraListKind(MlirAttribute attribute) {
  return llvm::TypeSwitch<Attribute, int>(unwrap(attribute))
      .Case([](DotDimensionNumbersAttr) { return TesseraListDotDimensionNumbers; })
      .Case([](ElementWindowAttr) { return TesseraListElementWindow; })
      .Case([](TiledLayoutAttr) { return TesseraListTiledLayout; })
      .Default(int(TesseraListNone));
}

static SmallVector<ArrayRef<int64_t>> listsOf(Attribute attribute) {
  using Lists = SmallVector<ArrayRef<int64_t>>;
  return llvm::TypeSwitch<Attribute, Lists>(attribute)
      .Case([](DotDimensionNumbersAttr dims) {
        return Lists{dims.getLhsContractingDims(),
                     dims.getRhsContractingDims(),
                     dims.getLhsNonContractingDims(),
                     dims.getRhsNonContractingDims(),
                     dims.getOutputDimOrder(),
                     dims.getLhsBatchDims(),
                     dims.getRhsBatchDims()};
      })
      .Case([](ElementWindowAttr window) {
        return Lists{window.getPadLow(), window.getPadHigh()};
      })
      .Case([](TiledLayoutAttr layout) {
        Lists lists{layout.getTileStrides()};
        lists.append(layout.getTiles());
        return lists;
      })
      .Default(Lists());
}

intptr_t tesseraListGet(MlirAttribute attribute, intptr_t index,
                        const int64_t **data) {
  SmallVector<ArrayRef<int64_t>> lists = listsOf(unwrap(attribute));
  if (index < 0 || static_cast<size_t>(index) >= lists.size())
    return -1;
  *data = lists[index].data();
  return static_cast<intptr_t>(lists[index].size());
}

//===--------------------------------------------------------------------===//
// Types
//===--------------------------------------------------------------------===//

int tesseraTypeKind(MlirType type) {
  return llvm::TypeSwitch<Type, int>(unwrap(type))
      .Case([](SemaphoreType) { return TesseraTypeSemaphore; })
      .Case([](DMASemaphoreType) { return TesseraTypeDMASemaphore; })
      .Case([](Float8EXMYType) { return TesseraTypeFloat8EXMY; })
      .Default(int(TesseraTypeOther));
}

MlirType tesseraFloat8Underlying(MlirType type) {
  auto narrow = dyn_cast<Float8EXMYType>(unwrap(type));
  return wrap(narrow ? Type(narrow.getUnderlyingType()) : Type());
}

MlirType tesseraSemaphoreGet(MlirContext context) {
  return wrap(SemaphoreType::get(unwrap(context)));
}

MlirType tesseraDMASemaphoreGet(MlirContext context) {
  return wrap(DMASemaphoreType::get(unwrap(context)));
}
