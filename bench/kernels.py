#!/usr/bin/env python3
"""Warm time of several kernels: tessera, Pallas' `interpret=True`, and the same mathematics in plain jnp by XLA.

    $(scripts/jax/venv.sh) bench/kernels.py [--only NAME] [--repeat 10] [--json FILE]

All three run on the same cores of this host in the same run, on the same inputs; tessera's outputs are compared with
jnp's. Its time is that of the kernel on the emulated TPU (`tessera run --repeat N --timings`, median), the others are
the median of as many calls of a jitted function. Set OMP_NUM_THREADS or taskset for all alike.
"""
import argparse
import functools
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "examples"))

import jax
import jax.numpy as jnp
import mosaic
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
from safetensors.numpy import save_file

from kernels import flash_attention, layer_norm, matmul, quantized_matmul, softmax


@functools.partial(jax.jit, static_argnames="interpret")
def copy_rows(x, *, interpret=False):
    """One row block per grid step and nothing to do: what a step costs."""
    def kernel(x_ref, o_ref):
        o_ref[...] = x_ref[...]
    spec = pl.BlockSpec((8, x.shape[1]), lambda i: (i, 0))
    return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype), grid=(x.shape[0] // 8,),
                          in_specs=[spec], out_specs=spec, interpret=interpret)(x)


def cases(rng):
    """Name, kernel, keyword arguments, operands, plain reference, relative tolerance."""
    def normal(*shape, dtype=jnp.float32):
        return jnp.asarray(rng.standard_normal(shape), dtype)

    for dtype, name, tolerance in ((jnp.float32, "f32", 1e-4), (jnp.bfloat16, "bf16", 2e-2)):
        x, y = matmul.operands(rng, 1024, dtype)
        for block in (128, 512):
            yield (f"matmul {name} 1024, blocks {block}", matmul.matmul, {"block": (block,) * 3}, (x, y),
                   matmul.reference, tolerance)
    yield "softmax 4096x1024", softmax.softmax, {}, (normal(4096, 1024),), lambda x: jax.nn.softmax(x, axis=-1), 1e-4
    x = normal(4096, 1024)
    yield ("layer norm 4096x1024", layer_norm.layer_norm, {}, (x, normal(1, 1024), normal(1, 1024)),
           layer_norm.reference, 1e-4)
    q, k, v = (normal(4, 1024, 64, dtype=jnp.bfloat16) for _ in range(3))
    yield "flash attention 4x1024x64 bf16", flash_attention.flash_attention, {}, (q, k, v), flash_attention.reference, 5e-2
    yield ("int8 matmul", quantized_matmul.quantized_matmul, {}, quantized_matmul.inputs(rng),
           quantized_matmul.reference, 2e-2)
    yield "copy 8192x256, 1024 steps", copy_rows, {}, (normal(8192, 256),), lambda x: x + 0, 0.0


def median(call, repeat):
    jax.block_until_ready(call())
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        jax.block_until_ready(call())
        times.append(time.perf_counter() - start)
    return 1e3 * statistics.median(times)


def tessera(args, folder, kernel, options, operands, expected, tolerance):
    call, io = folder / "call.mlir", folder / "io.safetensors"
    call.write_text(mosaic.lower(kernel, *operands, **options))
    tensors = {f"in{i}": np.asarray(x) for i, x in enumerate(operands)}
    save_file(tensors | {"out0": np.asarray(expected)}, io)
    done = subprocess.run([args.tessera, "run", call, "--inputs", io, "--expect", io, "--timings", "--repeat",
                           str(args.repeat + 1), "--rtol", str(tolerance), "--atol", str(tolerance)],
                          capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"tessera failed:\n{done.stdout}{done.stderr}")
    return float(re.search(r"median ([\d.]+) ms", done.stdout).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tessera", type=pathlib.Path, default=ROOT / "target/release/tessera")
    parser.add_argument("--only", default="")
    parser.add_argument("--repeat", type=int, default=10)
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    rows = {}
    print(f"{'':34}{'tessera':>12}{'interpret':>12}{'plain XLA':>12}{'/interpret':>12}{'/XLA':>8}")
    for name, kernel, options, operands, reference, tolerance in cases(np.random.default_rng(0)):
        if args.only not in name:
            continue
        plain = jax.jit(reference)
        expected = plain(*operands)
        with tempfile.TemporaryDirectory() as folder:
            ours = tessera(args, pathlib.Path(folder), kernel, options, operands, expected, tolerance)
        interpreted = median(lambda: kernel(*operands, **options, interpret=True), args.repeat)
        xla = median(lambda: plain(*operands), args.repeat)
        rows[name] = {"tessera": ours, "interpret": interpreted, "xla": xla}
        print(f"{name:34}{ours:9.3f} ms{interpreted:9.2f} ms{xla:9.3f} ms{ours / interpreted:12.3f}{ours / xla:8.2f}")
    mean = {peer: math.exp(statistics.fmean(math.log(row["tessera"] / row[peer]) for row in rows.values()))
            for peer in ("interpret", "xla")} if rows else {}
    print(f"geometric mean: {mean.get('interpret', 0):.3f} x interpret=True, {mean.get('xla', 0):.2f} x plain XLA")
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
