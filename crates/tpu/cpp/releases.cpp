// How jaxlib 0.12 spells the ops that only some releases have. They are read in
// that spelling, and printed in generic form: what their operands are is not
// known well enough here to print another.

#include "tpu.h"

using namespace mlir;

namespace tessera::tpu {

using Operand = OpAsmParser::UnresolvedOperand;

// `{attributes} : TYPE`, the type that of the operand.
static ParseResult parseSource(OpAsmParser &parser, OperationState &result,
                               const Operand &source, Type &type) {
  return failure(parser.parseOptionalAttrDict(result.attributes) ||
                 parser.parseColonType(type) ||
                 parser.resolveOperand(source, type, result.operands));
}

// `{attributes} : TYPE -> TYPE`.
static ParseResult parseConversion(OpAsmParser &parser, OperationState &result,
                                   const Operand &source) {
  Type from, to;
  return failure(parseSource(parser, result, source, from) ||
                 parser.parseArrow() || parser.parseType(to) ||
                 parser.addTypeToList(to, result.types));
}

static ParseResult parseUnary(OpAsmParser &parser, OperationState &result) {
  Operand source;
  return failure(parser.parseOperand(source) ||
                 parseConversion(parser, result, source));
}

ParseResult ReducePrecisionOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseUnary(parser, result);
}

ParseResult SharedMemRefSliceOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  return parseUnary(parser, result);
}

// `<KIND>, INPUT [DIMENSIONS] {..} : TYPE -> TYPE`
ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  ReductionKindAttr kind;
  Operand input;
  SmallVector<int64_t> dimensions;
  auto dimension = [&]() -> ParseResult {
    return parser.parseInteger(dimensions.emplace_back());
  };
  if (parser.parseCustomAttributeWithFallback(kind, Type(), "kind",
                                              result.attributes) ||
      parser.parseComma() || parser.parseOperand(input) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, dimension))
    return failure();
  result.addAttribute("dimensions",
                      parser.getBuilder().getDenseI64ArrayAttr(dimensions));
  return parseConversion(parser, result, input);
}

// `OPERAND {..} : TYPE`
ParseResult AnnotateOp::parse(OpAsmParser &parser, OperationState &result) {
  Operand operand;
  Type type;
  return failure(parser.parseOperand(operand) ||
                 parseSource(parser, result, operand, type) ||
                 parser.addTypeToList(type, result.types));
}

// `SOURCE, <SPACE> {..} : TYPE`
ParseResult MemRefMemorySpaceIsOp::parse(OpAsmParser &parser,
                                         OperationState &result) {
  Operand source;
  MemorySpaceAttr space;
  Type type;
  return failure(
      parser.parseOperand(source) || parser.parseComma() ||
      parser.parseCustomAttributeWithFallback(space, Type(), "memory_space",
                                              result.attributes) ||
      parseSource(parser, result, source, type) ||
      parser.addTypeToList(parser.getBuilder().getI1Type(), result.types));
}

// `{..} SOURCE, DIMENSION : TYPE`
ParseResult TileSizeOp::parse(OpAsmParser &parser, OperationState &result) {
  Operand source;
  IntegerAttr index;
  Type type, i32 = parser.getBuilder().getI32Type();
  return failure(parser.parseOptionalAttrDict(result.attributes) ||
                 parser.parseOperand(source) || parser.parseComma() ||
                 parser.parseAttribute(index, i32, "index", result.attributes) ||
                 parseSource(parser, result, source, type) ||
                 parser.addTypeToList(i32, result.types));
}

// `BASE[INDICES], MASK {..} : BASE, RESULT, MASK`, and with a value to store
// `BASE[INDICES], VALUE, MASK {..} : BASE, VALUE, MASK`.
static ParseResult parseMasked(OpAsmParser &parser, OperationState &result,
                               bool stores) {
  Operand base, value, mask;
  SmallVector<Operand> indices;
  Type baseType, valueType, maskType;
  Type index = parser.getBuilder().getIndexType();
  if (parser.parseOperand(base) ||
      parser.parseOperandList(indices, AsmParser::Delimiter::Square) ||
      parser.parseComma() ||
      (stores && (parser.parseOperand(value) || parser.parseComma())) ||
      parser.parseOperand(mask) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(baseType) || parser.parseComma() ||
      parser.parseType(valueType) || parser.parseComma() ||
      parser.parseType(maskType))
    return failure();
  if (!stores)
    result.addTypes(valueType);
  return failure(
      (stores && parser.resolveOperand(value, valueType, result.operands)) ||
      parser.resolveOperand(base, baseType, result.operands) ||
      parser.resolveOperands(indices, index, result.operands) ||
      parser.resolveOperand(mask, maskType, result.operands));
}

ParseResult VectorExpandLoadOp::parse(OpAsmParser &parser,
                                      OperationState &result) {
  return parseMasked(parser, result, /*stores=*/false);
}

ParseResult ExpandLoadVregOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseMasked(parser, result, /*stores=*/false);
}

ParseResult VectorCompressStoreOp::parse(OpAsmParser &parser,
                                         OperationState &result) {
  return parseMasked(parser, result, /*stores=*/true);
}

ParseResult CompressStoreVregOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  return parseMasked(parser, result, /*stores=*/true);
}

} // namespace tessera::tpu
