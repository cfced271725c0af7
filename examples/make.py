#!/usr/bin/env python3
"""Freezes the example kernels: lowers each for TPU on this host and writes what JAX emits to lit-tests/jax/.

    python examples/make.py [NAME ...]

A folder NAME/ gets

    kernel.mlirbc     the bytes inside the custom call: MLIR bytecode under stable names, with Python locations
    kernel.mlir       the same module as `tpu` dialect text, without locations
    call.mlir         the StableHLO module that jax.jit(f).lower().as_text() prints, the kernel inside
    io.safetensors    in0.. and out0.., inputs and expected outputs in operand and result order
    meta.json         which JAX, which command, shapes, tolerance, backend_config without the kernel

The expected outputs come from Pallas' own interpreter and must agree with the plain jax.numpy meaning of the case.
"""

import argparse
import json
import os
import pathlib
import sys
import zlib

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import numpy as np
from safetensors.numpy import save_file

import mosaic
from kernels import ALL

OUT = mosaic.ROOT / "lit-tests" / "jax"


def arrays(values):
    return [np.asarray(v) for v in jax.tree.leaves(values)]


def draw(case):
    """The inputs of the case: the same on every run and every host."""
    return case.inputs(np.random.default_rng(zlib.crc32(case.name.encode())))


def expected(case, inputs):
    """The outputs by Pallas' interpreter, after the plain meaning of the case has confirmed them."""
    outputs = arrays(case.run(*inputs, interpret=True))
    plain = arrays(case.reference(*inputs))
    assert len(outputs) == len(plain), f"{case.name}: {len(outputs)} outputs, the reference has {len(plain)}"
    for number, (got, want) in enumerate(zip(outputs, plain)):
        assert (got.shape, got.dtype) == (want.shape, want.dtype), f"{case.name}: output {number} differs in type"
        np.testing.assert_allclose(
            got.astype(np.float64), want.astype(np.float64), case.rtol, case.atol, err_msg=f"{case.name}: out{number}"
        )
    return outputs


def types(values):
    return [f"{v.dtype}[{','.join(map(str, v.shape))}]" for v in values]


def freeze(case, out):
    inputs = draw(case)
    outputs = expected(case, inputs)
    call = mosaic.lower(case.run, *inputs)
    (kernel,) = mosaic.kernels(call)
    inputs = arrays(inputs)
    meta = {
        "name": case.name,
        "command": f"python examples/make.py {case.name}",
        "jax_version": jax.__version__,
        "kernel_name": kernel.name,
        "in_avals": types(inputs),
        "out_avals": types(outputs),
        "aliases": kernel.aliases,
        "backend_config": kernel.backend_config,
        "stable_mosaic_version": mosaic.version(kernel.body),
        "expected": "pallas_call(interpret=True), confirmed by jax.numpy",
        "tolerance": {"rtol": case.rtol, "atol": case.atol},
    }
    folder = out / case.name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "call.mlir").write_text(call)
    (folder / "kernel.mlirbc").write_bytes(kernel.body)
    (folder / "kernel.mlir").write_text(mosaic.text(kernel.body))
    tensors = {f"in{i}": v for i, v in enumerate(inputs)} | {f"out{i}": v for i, v in enumerate(outputs)}
    save_file({name: np.ascontiguousarray(v) for name, v in tensors.items()}, folder / "io.safetensors")
    (folder / "io.safetensors").chmod(0o644)
    (folder / "meta.json").write_text(json.dumps(meta, indent=1) + "\n")
    return sum(f.stat().st_size for f in folder.iterdir())


def main():
    cases = {case.name: case for case in ALL}
    parser = argparse.ArgumentParser(description="Freeze the example kernels under lit-tests/jax/.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which (default: all of {', '.join(cases)})")
    parser.add_argument("--out", type=pathlib.Path, default=OUT, help="write elsewhere than lit-tests/jax/")
    args = parser.parse_args()
    if unknown := set(args.names) - set(cases):
        parser.error(f"no case named {', '.join(sorted(unknown))}")
    for name in args.names or cases:
        print(f"{name:20} {freeze(cases[name], args.out):9,} bytes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
