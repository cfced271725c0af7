// Builtin types and attributes as later MLIR writes them in bytecode.
//
// MLIR 22 writes these as text. Later releases gave them numbers of their own,
// in every version of the format, so a file for version 0 has them too.

#include "tpu.h"

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeReaderConfig.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;

namespace {

/// Numbers that MLIR 22 does not know. Types begin at 21, attributes at 23.
enum TypeCode : uint64_t {
  TF32 = 21,
  F8E5M2 = 22,
  F8E4M3 = 23,
  F8E4M3FN = 24,
  F8E5M2FNUZ = 25,
  F8E4M3FNUZ = 26,
  F8E4M3B11FNUZ = 27,
  F8E3M4 = 28,
  F4E2M1FN = 29,
  F6E2M3FN = 30,
  F6E3M2FN = 31,
  F8E8M0FNU = 32,
};
enum AttributeCode : uint64_t { Map = 23, Set = 24, Strided = 25 };

/// How the results of an affine map are written.
enum MapKind : uint64_t { Identity = 0, Permutation = 1, Projection = 2, General = 3 };

/// The nodes of an affine expression, written before their operands.
enum ExprKind : uint64_t {
  Dim = 0,
  Symbol = 1,
  Constant = 2,
  Add = 3,
  Mul = 4,
  Mod = 5,
  FloorDiv = 6,
  CeilDiv = 7,
};

/// No real map has more of anything; a damaged file may claim to.
constexpr uint64_t mostDims = 1 << 12;
constexpr unsigned mostNested = 256;

class Reader {
public:
  explicit Reader(DialectBytecodeReader &reader)
      : reader(reader), context(reader.getContext()) {}

  FailureOr<AffineMap> map() {
    uint64_t head;
    if (failed(reader.readVarInt(head)))
      return failure();
    uint64_t kind = head & 3;
    uint64_t dims = head >> 2;
    if (dims > mostDims)
      return tooMuch();
    SmallVector<AffineExpr> results;
    switch (kind) {
    case Identity:
      return AffineMap::getMultiDimIdentityMap(dims, context);
    case Permutation:
      if (failed(dimensions(dims, dims, results)))
        return failure();
      return AffineMap::get(dims, 0, results, context);
    case Projection: {
      uint64_t count;
      if (failed(number(count)) || failed(dimensions(dims, count, results)))
        return failure();
      return AffineMap::get(dims, 0, results, context);
    }
    default:
      uint64_t symbols, count;
      if (failed(number(symbols)) || failed(number(count)) ||
          failed(expressions(dims, symbols, count, results)))
        return failure();
      return AffineMap::get(dims, symbols, results, context);
    }
  }

  FailureOr<IntegerSet> set() {
    uint64_t dims, symbols, count;
    SmallVector<AffineExpr> constraints;
    if (failed(number(dims)) || failed(number(symbols)) || failed(number(count)) ||
        failed(expressions(dims, symbols, count, constraints)))
      return failure();
    SmallVector<bool> equal;
    for (uint64_t i = 0; i < count; ++i)
      if (failed(reader.readBool(equal.emplace_back())))
        return failure();
    if (constraints.empty())
      return reader.emitError("affine set without constraints"), failure();
    return IntegerSet::get(dims, symbols, constraints, equal);
  }

  FailureOr<StridedLayoutAttr> strided() {
    int64_t offset;
    SmallVector<int64_t> strides;
    if (failed(reader.readSignedVarInt(offset)) ||
        failed(reader.readSignedVarInts(strides)))
      return failure();
    return StridedLayoutAttr::get(context, offset, strides);
  }

private:
  LogicalResult tooMuch() {
    return reader.emitError("affine map or set too large");
  }

  LogicalResult number(uint64_t &value) {
    if (failed(reader.readVarInt(value)))
      return failure();
    return value > mostDims ? tooMuch() : success();
  }

  LogicalResult dimensions(uint64_t dims, uint64_t count,
                           SmallVectorImpl<AffineExpr> &results) {
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t position;
      if (failed(number(position)))
        return failure();
      if (position >= dims)
        return reader.emitError("affine dimension out of range");
      results.push_back(getAffineDimExpr(position, context));
    }
    return success();
  }

  LogicalResult expressions(uint64_t dims, uint64_t symbols, uint64_t count,
                            SmallVectorImpl<AffineExpr> &results) {
    for (uint64_t i = 0; i < count; ++i) {
      FailureOr<AffineExpr> result = expression(dims, symbols, 0);
      if (failed(result))
        return failure();
      results.push_back(*result);
    }
    return success();
  }

  FailureOr<AffineExpr> expression(uint64_t dims, uint64_t symbols, unsigned depth) {
    uint64_t kind, position;
    if (depth > mostNested)
      return tooMuch();
    if (failed(reader.readVarInt(kind)))
      return failure();
    switch (kind) {
    case Dim:
    case Symbol:
      if (failed(number(position)))
        return failure();
      if (position >= (kind == Dim ? dims : symbols))
        return reader.emitError("affine dimension or symbol out of range"), failure();
      return kind == Dim ? getAffineDimExpr(position, context)
                         : getAffineSymbolExpr(position, context);
    case Constant: {
      int64_t value;
      if (failed(reader.readSignedVarInt(value)))
        return failure();
      return getAffineConstantExpr(value, context);
    }
    case Add:
    case Mul:
    case Mod:
    case FloorDiv:
    case CeilDiv: {
      FailureOr<AffineExpr> left = expression(dims, symbols, depth + 1);
      if (failed(left))
        return failure();
      FailureOr<AffineExpr> right = expression(dims, symbols, depth + 1);
      if (failed(right))
        return failure();
      return getAffineBinaryOpExpr(operation(kind), *left, *right);
    }
    default:
      return reader.emitError("unknown affine expression: ") << kind, failure();
    }
  }

  static AffineExprKind operation(uint64_t kind) {
    switch (kind) {
    case Add:
      return AffineExprKind::Add;
    case Mul:
      return AffineExprKind::Mul;
    case Mod:
      return AffineExprKind::Mod;
    case FloorDiv:
      return AffineExprKind::FloorDiv;
    default:
      return AffineExprKind::CeilDiv;
    }
  }

  DialectBytecodeReader &reader;
  MLIRContext *context;
};

} // namespace

static Type typeOf(uint64_t code, MLIRContext *context) {
  switch (code) {
  case TF32:
    return FloatTF32Type::get(context);
  case F8E5M2:
    return Float8E5M2Type::get(context);
  case F8E4M3:
    return Float8E4M3Type::get(context);
  case F8E4M3FN:
    return Float8E4M3FNType::get(context);
  case F8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case F8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case F8E4M3B11FNUZ:
    return Float8E4M3B11FNUZType::get(context);
  case F8E3M4:
    return Float8E3M4Type::get(context);
  case F4E2M1FN:
    return Float4E2M1FNType::get(context);
  case F6E2M3FN:
    return Float6E2M3FNType::get(context);
  case F6E3M2FN:
    return Float6E3M2FNType::get(context);
  case F8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  default:
    return {};
  }
}

static LogicalResult readType(DialectBytecodeReader &reader, Type &type) {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return failure();
  type = typeOf(code, reader.getContext());
  return success();
}

template <typename T, typename Make>
static LogicalResult keep(FailureOr<T> read, Attribute &attribute, Make make) {
  if (failed(read))
    return failure();
  attribute = make(*read);
  return success();
}

static LogicalResult readAttribute(DialectBytecodeReader &reader,
                                   Attribute &attribute) {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return failure();
  switch (code) {
  case Map:
    return keep(Reader(reader).map(), attribute,
                [](AffineMap map) { return AffineMapAttr::get(map); });
  case Set:
    return keep(Reader(reader).set(), attribute,
                [](IntegerSet set) { return IntegerSetAttr::get(set); });
  case Strided:
    return keep(Reader(reader).strided(), attribute,
                [](StridedLayoutAttr layout) { return layout; });
  default:
    return success();
  }
}

// What is left null here, MLIR's own reader takes from the start.
void tessera::tpu::readNewerBuiltins(BytecodeReaderConfig &config) {
  auto isBuiltin = [](StringRef dialect) { return dialect == "builtin"; };
  config.attachTypeCallback(
      [=](DialectBytecodeReader &reader, StringRef dialect, Type &type) {
        return isBuiltin(dialect) ? readType(reader, type) : success();
      });
  config.attachAttributeCallback(
      [=](DialectBytecodeReader &reader, StringRef dialect, Attribute &attribute) {
        return isBuiltin(dialect) ? readAttribute(reader, attribute) : success();
      });
}
