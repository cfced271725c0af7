// Diagnostics with a severity and notes, which the C API cannot make.

#include "shim.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

extern "C" {

/// A note below a diagnostic. src/emit.rs declares the same.
struct TesseraNote {
  MlirLocation location;
  MlirStringRef text;
};

/// Sends a diagnostic to the handlers of the context. Severity is 0 for an
/// error, 1 for a warning, 2 for a remark.
void tesseraEmit(MlirLocation location, int severity, MlirStringRef message,
                 const TesseraNote *notes, intptr_t count) {
  Location at = unwrap(location);
  InFlightDiagnostic diagnostic = severity == 0   ? mlir::emitError(at)
                                  : severity == 1 ? mlir::emitWarning(at)
                                                  : mlir::emitRemark(at);
  diagnostic << unwrap(message);
  for (intptr_t i = 0; i < count; ++i)
    diagnostic.attachNote(unwrap(notes[i].location)) << unwrap(notes[i].text);
}

} // extern "C"
