"""Configuration of the file tests. `cargo test` runs them through tests/lit.rs, which names the folder of the binaries."""

import os
import sys

import lit.formats

config.name = "tessera"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
# Frozen kernels are what tests read, not tests.
config.excludes = ["Inputs", "kernel.mlir", "call.mlir"]

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(here)
binaries = os.environ.get("TESSERA_BIN_DIR", os.path.join(root, "target", "debug"))
llvm = os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")

# Outputs stay out of the source tree.
config.test_source_root = here
config.test_exec_root = os.path.join(binaries, "lit-tests")

for tool, folder in [("tessera", binaries), ("tessera-opt", binaries), ("tessera-lsp-server", binaries), ("FileCheck", f"{llvm}/bin")]:
    if not os.access(os.path.join(folder, tool), os.X_OK):
        lit_config.fatal(f"no {tool} in {folder}: run `make test`, or set TESSERA_BIN_DIR or MLIR_SYS_220_PREFIX")

# tessera, tessera-opt, tessera-lsp-server; FileCheck, not, split-file, mlir-opt.
config.environment["PATH"] = os.pathsep.join([binaries, f"{llvm}/bin", os.environ["PATH"]])
config.environment["TESSERA_BIN_DIR"] = binaries
config.environment["NO_COLOR"] = "1"

config.substitutions.append(("%{python}", sys.executable))
config.substitutions.append(("%jax", os.path.join(here, "jax")))
config.substitutions.append(("%root", root))
config.substitutions.append(("%exits", f"{sys.executable} {os.path.join(here, 'exits.py')}"))
