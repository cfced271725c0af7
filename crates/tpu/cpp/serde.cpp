// Ops under another name, for the stable_mosaic format.

#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

/// All attributes of an op, the properties among them, as one dictionary; null
/// if the properties are no dictionary.
static DictionaryAttr allAttributes(Operation *op) {
  Attribute properties =
      op->getPropertiesStorageSize() ? op->getPropertiesAsAttribute() : Attribute();
  if (!properties)
    return op->getDiscardableAttrDictionary();
  auto inherent = dyn_cast<DictionaryAttr>(properties);
  if (!inherent)
    return {};
  NamedAttrList all(op->getDiscardableAttrDictionary());
  for (NamedAttribute attribute : inherent)
    all.set(attribute.getName(), attribute.getValue());
  return all.getDictionary(op->getContext());
}

/// Gives a registered op without attributes those of a dictionary.
static LogicalResult setAttributes(Operation *op, DictionaryAttr attributes,
                                   function_ref<InFlightDiagnostic()> emitError) {
  if (!op->getPropertiesStorageSize()) {
    op->setAttrs(attributes);
    return success();
  }
  if (failed(op->setPropertiesFromAttribute(attributes, emitError)))
    return failure();
  NamedAttrList discardable;
  for (NamedAttribute attribute : attributes)
    if (!op->getInherentAttr(attribute.getName()))
      discardable.push_back(attribute);
  op->setDiscardableAttrs(discardable.getDictionary(op->getContext()));
  return success();
}

bool tesseraFlatten(MlirOperation operation) {
  Operation *op = unwrap(operation);
  if (op->isRegistered() || !op->getPropertiesStorageSize() ||
      !op->getPropertiesAsAttribute())
    return true;
  DictionaryAttr attributes = allAttributes(op);
  if (!attributes)
    return false;
  op->setDiscardableAttrs(attributes);
  return succeeded(op->setPropertiesFromAttribute(Attribute(), nullptr));
}

MlirOperation tesseraRecreate(MlirOperation operation, MlirStringRef name,
                              MlirStringCallback why, void *data) {
  Operation *old = unwrap(operation);
  MLIRContext *context = old->getContext();
  auto refuse = [&](StringRef text) -> MlirOperation {
    why(wrap(text), data);
    return {nullptr};
  };
  DictionaryAttr attributes = allAttributes(old);
  if (!attributes)
    return refuse("its properties are no dictionary");

  context->getOrLoadDialect(unwrap(name).split('.').first);
  OperationName newName(unwrap(name), context);
  bool known = newName.isRegistered();
  Operation *fresh = Operation::create(
      old->getLoc(), newName, old->getResultTypes(), old->getOperands(),
      known ? DictionaryAttr::get(context) : attributes, /*properties=*/nullptr,
      old->getSuccessors(), old->getNumRegions());
  if (known) {
    // The handler costs too much to be set up for each op.
    std::string text;
    std::optional<ScopedDiagnosticHandler> handler;
    auto emitError = [&] {
      if (!handler)
        handler.emplace(context, [&](Diagnostic &diagnostic) {
          text = diagnostic.str();
          return success();
        });
      return mlir::emitError(old->getLoc());
    };
    if (failed(setAttributes(fresh, attributes, emitError))) {
      fresh->destroy();
      return refuse(text);
    }
  }

  for (auto [to, from] : llvm::zip_equal(fresh->getRegions(), old->getRegions()))
    to.takeBody(from);
  if (Block *block = old->getBlock())
    block->getOperations().insert(old->getIterator(), fresh);
  old->replaceAllUsesWith(fresh);
  old->erase();
  return wrap(fresh);
}
