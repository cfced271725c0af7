// Registration and the two command-line drivers.

#include "shim.h"
#include "tpu.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

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

// What MlirOptMain does, with one step more: the bytes that were read may be
// replaced by the module that a container or a serialized module stands for.
int tesseraOptMain(int argc, char **argv, TesseraReadHook hook) {
  tesseraRegisterUpstreamPasses();
  DialectRegistry registry;
  registerEverything(registry);
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "Tessera modular optimizer driver\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));

  llvm::InitLLVM initialised(argc, argv);
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(input, &message);
  if (!file) {
    llvm::errs() << message << "\n";
    return EXIT_FAILURE;
  }
  std::unique_ptr<llvm::ToolOutputFile> out = openOutputFile(output, &message);
  if (!out) {
    llvm::errs() << message << "\n";
    return EXIT_FAILURE;
  }
  std::unique_ptr<llvm::MemoryBuffer> replaced;
  std::string name = file->getBufferIdentifier().str();
  auto accept = [&](llvm::StringRef bytes) {
    replaced = llvm::MemoryBuffer::getMemBufferCopy(bytes, name);
  };
  hook(wrap(file->getBuffer()), wrap(llvm::StringRef(name)),
       [](void *to, MlirStringRef bytes) {
         (*static_cast<decltype(accept) *>(to))(unwrap(bytes));
       },
       &accept);
  if (replaced)
    file = std::move(replaced);
  if (failed(MlirOptMain(out->os(), std::move(file), registry, config)))
    return EXIT_FAILURE;
  out->keep();
  return EXIT_SUCCESS;
}

int tesseraLspServerMain(int argc, char **argv) {
  DialectRegistry registry;
  registerEverything(registry);
  return failed(MlirLspServerMain(argc, argv, registry));
}
