#!/usr/bin/env python3
"""Freezes the broken example: what JAX would emit for examples/broken/scale_rows.py if its verifier let it.

    python examples/make_broken.py

Writes lit-tests/jax/broken/ with the files that make.py writes, less the inputs and outputs: meta.json lists the
faults with their lines, and what JAX itself has to say. The module is JAX's own work, made from the Python kernel
while the two checks on the way to the custom call are switched off.
"""

import contextlib
import inspect
import json
import os
import pathlib
import re
import sys
from unittest import mock

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
from jax._src import tpu_custom_call
from jaxlib.mlir.dialects import func

import mosaic
from broken import scale_rows

OUT = mosaic.ROOT / "lit-tests" / "jax" / "broken"


class UnverifiedPasses:
    """Stands in for the pass manager and leaves out the verifier after each pass."""

    @staticmethod
    def parse(pipeline, *args, **kwargs):
        passes = mosaic.PassManager.parse(pipeline, *args, **kwargs)
        passes.enable_verifier(False)
        return passes


@contextlib.contextmanager
def unverified():
    """JAX's lowering without its checks of the module it made: of the function, and around serialization."""
    with (
        mock.patch.object(func.FuncOp, "verify", lambda self: True),
        mock.patch.object(tpu_custom_call, "PassManager", UnverifiedPasses),
    ):
        yield


def what_jax_says():
    """JAX's own refusal, up to the operation that it prints."""
    try:
        mosaic.lower(scale_rows.scale_rows, *scale_rows.arguments())
    except Exception as err:  # pylint: disable=broad-except
        return str(err).splitlines()[0]
    raise SystemExit("make_broken.py: this JAX accepts the broken kernel")


def faults():
    """The lines that the source itself marks as wrong."""
    path = pathlib.Path(inspect.getfile(scale_rows)).resolve()
    for line, text in enumerate(path.read_text().splitlines(), 1):
        if match := re.search(r"# FAULT: (\w+)$", text):
            yield {"file": path.relative_to(mosaic.ROOT).as_posix(), "line": line, "fault": match[1]}


def main():
    says = what_jax_says()
    with unverified():
        call = mosaic.lower(scale_rows.scale_rows, *scale_rows.arguments())
    (kernel,) = mosaic.kernels(call)
    meta = {
        "name": "broken",
        "command": "python examples/make_broken.py",
        "jax_version": jax.__version__,
        "kernel_name": kernel.name,
        "stable_mosaic_version": mosaic.version(kernel.body),
        "jax_says": says,
        "faults": list(faults()),
    }
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "call.mlir").write_text(call)
    (OUT / "kernel.mlirbc").write_bytes(kernel.body)
    (OUT / "kernel.mlir").write_text(mosaic.text(kernel.body))
    (OUT / "meta.json").write_text(json.dumps(meta, indent=1) + "\n")
    print(f"JAX: {says}")
    for fault in meta["faults"]:
        print(f"{fault['file']}:{fault['line']}: {fault['fault']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
