// The ops: generated code and the one assembly directive it asks for.

#include "tpu.h"

using namespace mlir;

namespace tessera::tpu {

// Operand and result share one type, and the text spells it once. Where a wrong
// kernel lets them differ both are spelled, so that printing loses nothing.
static ParseResult parseSharedType(OpAsmParser &parser, Type &operand,
                                   Type &result) {
  if (parser.parseType(operand))
    return failure();
  result = operand;
  if (succeeded(parser.parseOptionalArrow()))
    return parser.parseType(result);
  return success();
}

static void printSharedType(OpAsmPrinter &printer, Operation *, Type operand,
                            Type result) {
  printer << operand;
  if (operand != result)
    printer << " -> " << result;
}

} // namespace tessera::tpu

#define GET_OP_CLASSES
#include "tpu_ops.cpp.inc"

void tessera::tpu::TpuDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "tpu_ops.cpp.inc"
      >();
}
