// The C++ face of the `tpu` dialect. Only the shim includes it.

#ifndef TESSERA_TPU_H
#define TESSERA_TPU_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "tpu_dialect.h.inc"
#include "tpu_enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tpu_attrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tpu_types.h.inc"

#define GET_OP_CLASSES
#include "tpu_ops.h.inc"

namespace mlir {
class BytecodeReaderConfig;
} // namespace mlir

namespace tessera::tpu {
/// Lets a bytecode reader understand builtin types and attributes as releases
/// after MLIR 22 write them.
void readNewerBuiltins(mlir::BytecodeReaderConfig &config);
} // namespace tessera::tpu

#endif // TESSERA_TPU_H
