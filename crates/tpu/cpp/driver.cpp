// Registration and the two command-line drivers.

#include "shim.h"
#include "tpu.h"

#include "mlir/CAPI/IR.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

static void registerEverything(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  registry.insert<tessera::tpu::TpuDialect>();
}

void tesseraRegisterDialect(MlirDialectRegistry registry) {
  unwrap(registry)->insert<tessera::tpu::TpuDialect>();
}

void tesseraRegisterEverything(MlirDialectRegistry registry) {
  registerEverything(*unwrap(registry));
}

void tesseraRegisterUpstreamPasses(void) {
  static const bool once = (registerAllPasses(), true);
  (void)once;
}

int tesseraOptMain(int argc, char **argv) {
  tesseraRegisterUpstreamPasses();
  DialectRegistry registry;
  registerEverything(registry);
  return asMainReturnCode(
      MlirOptMain(argc, argv, "Tessera modular optimizer driver\n", registry));
}

int tesseraLspServerMain(int argc, char **argv) {
  DialectRegistry registry;
  registerEverything(registry);
  return failed(MlirLspServerMain(argc, argv, registry));
}
