// Passes whose body is a Rust function.

#include "shim.h"
#include "tpu.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace {

struct OptionSpec {
  std::string name;
  std::string defaultValue;
  std::string help;
};

/// What is known of a Rust pass before it runs. One per registered name, shared
/// by all instances.
struct PassSpec {
  std::string name;
  std::string description;
  bool onModule;
  std::vector<OptionSpec> options;
  TesseraPassRun run;
  const void *data;
  /// Tells this pass from the others, as its class does for a C++ pass.
  SelfOwningTypeID id;
};

class RustPass : public Pass {
public:
  explicit RustPass(std::shared_ptr<const PassSpec> spec)
      : Pass(spec->id, anchor(*spec)), spec(std::move(spec)) {
    for (const OptionSpec &option : this->spec->options)
      values.push_back(std::make_unique<Option<std::string>>(
          *this, option.name, llvm::cl::desc(option.help),
          llvm::cl::init(option.defaultValue)));
  }

  StringRef getName() const override { return spec->name; }
  StringRef getArgument() const override { return spec->name; }
  StringRef getDescription() const override { return spec->description; }

  // A pass may build ops of these without having seen one in its input.
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, cf::ControlFlowDialect,
                    func::FuncDialect, index::IndexDialect, LLVM::LLVMDialect,
                    math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                    tessera::tpu::TpuDialect, ub::UBDialect,
                    vector::VectorDialect>();
  }

  bool canScheduleOn(RegisteredOperationName name) const override {
    return !spec->onModule || name.getStringRef() == ModuleOp::getOperationName();
  }

  void runOnOperation() override {
    SmallVector<MlirStringRef> strings;
    for (const auto &value : values)
      strings.push_back(wrap(StringRef(value->getValue())));
    if (!spec->run(spec->data, wrap(getOperation()), strings.data(),
                   static_cast<intptr_t>(strings.size())))
      signalPassFailure();
  }

protected:
  // The base class copies option values over after this.
  std::unique_ptr<Pass> clonePass() const override {
    return std::make_unique<RustPass>(spec);
  }

private:
  static std::optional<StringRef> anchor(const PassSpec &spec) {
    if (!spec.onModule)
      return std::nullopt;
    return ModuleOp::getOperationName();
  }

  std::shared_ptr<const PassSpec> spec;
  std::vector<std::unique_ptr<Option<std::string>>> values;
};

} // namespace

void tesseraRegisterPass(MlirStringRef name, MlirStringRef description,
                         bool onModule, const TesseraPassOption *options,
                         intptr_t optionCount, TesseraPassRun run,
                         const void *data) {
  auto spec = std::make_shared<PassSpec>();
  spec->name = unwrap(name).str();
  spec->description = unwrap(description).str();
  spec->onModule = onModule;
  spec->run = run;
  spec->data = data;
  for (intptr_t i = 0; i < optionCount; ++i)
    spec->options.push_back({unwrap(options[i].name).str(),
                             unwrap(options[i].defaultValue).str(),
                             unwrap(options[i].help).str()});
  registerPass([spec] { return std::make_unique<RustPass>(spec); });
}
