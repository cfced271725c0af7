// Everything Rust calls in the C++ side. src/ffi.rs declares the same functions.
//
// No function here throws, and none keeps a string that it was given: names and
// descriptions of passes are copied.

#ifndef TESSERA_SHIM_H
#define TESSERA_SHIM_H

#include "mlir-c/IR.h"
#include "mlir-c/Support.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Registration.

/// Adds the `tpu` dialect to a registry.
void tesseraRegisterDialect(MlirDialectRegistry registry);
/// Adds the `tpu` dialect, all upstream dialects and extensions, and the
/// translations to LLVM IR.
void tesseraRegisterEverything(MlirDialectRegistry registry);
/// Makes all upstream passes known by name; calls after the first do nothing.
void tesseraRegisterUpstreamPasses(void);

// Drivers.

/// `mlir-opt` with our dialect and passes; returns the exit code.
// Looks at the bytes of the input, and may hand others to `accept` in their place.
typedef void (*TesseraReadHook)(MlirStringRef bytes, MlirStringRef name,
                                void (*accept)(void *to, MlirStringRef bytes),
                                void *to);
int tesseraOptMain(int argc, char **argv, TesseraReadHook hook);

/// Sees every kernel function that is being verified, before what is inside it
/// is. It may emit diagnostics; verification goes on whatever it says.
typedef void (*TesseraVerifyHook)(MlirOperation function);
/// Sets the hook for the whole process. To be called before any verification.
void tesseraSetVerifyHook(TesseraVerifyHook hook);

/// `mlir-lsp-server` with our dialect; returns the exit code.
int tesseraLspServerMain(int argc, char **argv);

// Passes written in Rust.

/// One textual option of a pass.
typedef struct TesseraPassOption {
  MlirStringRef name;
  MlirStringRef defaultValue;
  MlirStringRef help;
} TesseraPassOption;

/// Runs a pass; `optionValues` has one entry for each option, in order. False
/// means that the pass failed.
typedef bool (*TesseraPassRun)(const void *data, MlirOperation operation,
                               const MlirStringRef *optionValues,
                               intptr_t count);

/// Registers a pass by name. With `onModule` it runs on `builtin.module` only,
/// otherwise on any op. `data` must outlive the process's last pipeline.
void tesseraRegisterPass(MlirStringRef name, MlirStringRef description,
                         bool onModule, const TesseraPassOption *options,
                         intptr_t optionCount, TesseraPassRun run,
                         const void *data);

// Reading.

/// Leaves out the note with the whole operation that MLIR adds to errors. A
/// small file can hold an operation whose text has gigabytes.
void tesseraDoNotPrintOps(MlirContext context);

/// Parses text or bytecode into a module that the caller owns; null on failure,
/// with the reasons sent to the diagnostic handlers of the context.
MlirOperation tesseraParse(MlirContext context, MlirStringRef bytes,
                           MlirStringRef name, bool verify);
/// Verifies an op and all below it.
bool tesseraVerify(MlirOperation operation);

/// Makes plain attributes of the properties that an op of no known dialect may
/// have. False if these are no dictionary.
bool tesseraFlatten(MlirOperation operation);

/// Puts an op of another name in the place of `operation`, with all it had:
/// operands, results, regions, successors, location, and its properties and
/// attributes as those of the new name. Null, with `operation` untouched and the
/// reason given to `why`, if the new op does not take an attribute.
MlirOperation tesseraRecreate(MlirOperation operation, MlirStringRef name,
                              MlirStringCallback why, void *data);

// Attributes. Lists point into storage that lives as long as the context.

/// The number behind a `tpu` enum attribute or the space of a
/// `#tpu.memory_space`; false if the attribute is neither.
bool tesseraEnumValue(MlirAttribute attribute, int64_t *value);
/// The case name of such an attribute; empty if the attribute is neither.
MlirStringRef tesseraEnumName(MlirAttribute attribute);
/// The keyword of such an attribute, e.g. "core_type"; empty if it is neither.
MlirStringRef tesseraEnumKeyword(MlirAttribute attribute);
/// The core of a `#tpu.memory_space`, or -1 if none is named.
int64_t tesseraMemorySpaceCore(MlirAttribute attribute);
/// A `#tpu.memory_space`; `core` is -1 for none. Null if a number is no case.
MlirAttribute tesseraMemorySpaceGet(MlirContext context, int64_t space,
                                    int64_t core);
/// A `#tpu.core_type`. Null if the number is no case.
MlirAttribute tesseraCoreTypeGet(MlirContext context, int64_t core);
/// The kinds of attribute that hold lists of numbers.
enum TesseraListKind {
  TesseraListNone = 0,
  TesseraListDotDimensionNumbers = 1,
  TesseraListElementWindow = 2,
  TesseraListTiledLayout = 3,
};
/// Which kind of list attribute this is (a TesseraListKind).
int tesseraListKind(MlirAttribute attribute);
/// List `index` of a list attribute, in the order of its text; for a tiled
/// layout 0 is the strides and 1 and up are the tiles. Returns the length, or -1
/// if there is no such list.
intptr_t tesseraListGet(MlirAttribute attribute, intptr_t index,
                        const int64_t **data);

// Types.

/// The kinds of type that the dialect defines.
enum TesseraTypeKind {
  TesseraTypeOther = 0,
  TesseraTypeSemaphore = 1,
  TesseraTypeDMASemaphore = 2,
  TesseraTypeFloat8EXMY = 3,
};
/// Which type this is (a TesseraTypeKind).
int tesseraTypeKind(MlirType type);
/// The float inside a `!tpu.float8_exmy`, or null.
MlirType tesseraFloat8Underlying(MlirType type);
/// `!tpu.semaphore`.
MlirType tesseraSemaphoreGet(MlirContext context);
/// `!tpu.dma_semaphore`.
MlirType tesseraDMASemaphoreGet(MlirContext context);

#ifdef __cplusplus
}
#endif

#endif // TESSERA_SHIM_H
