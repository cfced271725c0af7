// The dialect with its types and attributes.

#include "shim.h"
#include "tpu.h"

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/CAPI/IR.h"
#include "llvm/ADT/TypeSwitch.h"

#include "tpu_dialect.cpp.inc"
#include "tpu_enums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tpu_attrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tpu_types.cpp.inc"

using namespace mlir;

namespace tessera::tpu {

void TpuDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tpu_attrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tpu_types.cpp.inc"
      >();
  registerOps();
}

static TesseraVerifyHook verifyHook = nullptr;

LogicalResult TpuDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  // The attribute that makes a function a kernel.
  if (verifyHook && attribute.getName() == "tpu.core_type")
    verifyHook(wrap(op));
  return success();
}

Operation *TpuDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                           Type type, Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

const llvm::fltSemantics &Float8EXMYType::getFloatSemantics() const {
  return getUnderlyingType().getFloatSemantics();
}

//===--------------------------------------------------------------------===//
// #tpu.tiled
//===--------------------------------------------------------------------===//

SmallVector<ArrayRef<int64_t>> TiledLayoutAttr::getTiles() const {
  SmallVector<ArrayRef<int64_t>> tiles;
  ArrayRef<int64_t> sizes = getTileSizes();
  for (int64_t rank : getTileRanks()) {
    tiles.push_back(sizes.take_front(rank));
    sizes = sizes.drop_front(rank);
  }
  return tiles;
}

static ParseResult parseNumbers(AsmParser &parser, AsmParser::Delimiter delimiter,
                                SmallVectorImpl<int64_t> &numbers) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    return parser.parseInteger(numbers.emplace_back());
  });
}

Attribute TiledLayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> sizes, ranks, strides;
  if (parser.parseLess())
    return {};
  while (failed(parser.parseOptionalComma())) {
    size_t before = sizes.size();
    if (parseNumbers(parser, AsmParser::Delimiter::Paren, sizes))
      return {};
    ranks.push_back(sizes.size() - before);
  }
  if (parseNumbers(parser, AsmParser::Delimiter::Square, strides) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), sizes, ranks, strides);
}

void TiledLayoutAttr::print(AsmPrinter &printer) const {
  raw_ostream &os = printer.getStream();
  os << '<';
  for (ArrayRef<int64_t> tile : getTiles()) {
    os << '(';
    llvm::interleave(tile, os, ",");
    os << ')';
  }
  os << ",[";
  llvm::interleave(getTileStrides(), os, ",");
  os << "]>";
}

// A file may claim any sizes; products of them wrap instead of overflowing.
static int64_t product(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) *
                              static_cast<uint64_t>(b));
}

namespace {
/// A coordinate inside the first tile, and how many values it takes.
struct Coordinate {
  AffineExpr value;
  int64_t extent;
};
} // namespace

/// Splits the trailing coordinates by a tile: each becomes the number of its
/// tile, and the position inside the tile goes to the end of `inside`. Faulty
/// sizes, which a rule reports, are taken as one.
static void split(MutableArrayRef<Coordinate> coordinates, ArrayRef<int64_t> tile,
                  SmallVectorImpl<Coordinate> &inside) {
  size_t rank = std::min(coordinates.size(), tile.size());
  tile = tile.take_back(rank);
  coordinates = coordinates.take_back(rank);
  for (auto [coordinate, rawSize] : llvm::zip_equal(coordinates, tile)) {
    int64_t size = std::max<int64_t>(rawSize, 1);
    inside.push_back({coordinate.value % size, size});
    coordinate.value = coordinate.value.floorDiv(size);
    coordinate.extent = coordinate.extent / size + (coordinate.extent % size != 0);
  }
}

// The strides count first tiles; inside those, elements lie in row-major order of
// the coordinates that the tiles leave.
AffineMap TiledLayoutAttr::getAffineMap() const {
  MLIRContext *context = getContext();
  SmallVector<ArrayRef<int64_t>> tiles = getTiles();
  SmallVector<Coordinate> outside, inside;
  for (size_t i = 0; i < getTileStrides().size(); ++i)
    outside.push_back({getAffineDimExpr(i, context), 1});

  int64_t tileElements = 1;
  if (!tiles.empty()) {
    for (int64_t size : tiles.front())
      tileElements = product(tileElements, size);
    split(outside, tiles.front(), inside);
    for (ArrayRef<int64_t> tile : ArrayRef(tiles).drop_front()) {
      SmallVector<Coordinate> deeper;
      split(inside, tile, deeper);
      inside.append(deeper);
    }
  }

  AffineExpr address = getAffineConstantExpr(0, context);
  unsigned symbols = 0;
  for (auto [coordinate, stride] : llvm::zip_equal(outside, getTileStrides())) {
    AffineExpr step = ShapedType::isDynamic(stride)
                          ? getAffineSymbolExpr(symbols++, context)
                          : getAffineConstantExpr(stride, context);
    address = address + coordinate.value * (step * tileElements);
  }
  int64_t step = 1;
  AffineExpr offset = getAffineConstantExpr(0, context);
  for (const Coordinate &coordinate : llvm::reverse(inside)) {
    offset = coordinate.value * step + offset;
    step = product(step, coordinate.extent);
  }
  return AffineMap::get(outside.size(), symbols, address + offset);
}

// Only the rank is demanded here: a memref of another rank would give a map that
// the rest of MLIR cannot apply.
LogicalResult
TiledLayoutAttr::verifyLayout(ArrayRef<int64_t> shape,
                              function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() == getTileStrides().size())
    return success();
  return emitError() << "tiled layout has " << getTileStrides().size()
                     << " strides for a memref of rank " << shape.size();
}

} // namespace tessera::tpu

void tesseraSetVerifyHook(TesseraVerifyHook hook) {
  tessera::tpu::verifyHook = hook;
}
