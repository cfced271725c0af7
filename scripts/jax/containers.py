#!/usr/bin/env python3
"""Writes one program with two kernels in every form that JAX has for it.

    scripts/jax/containers.py [FOLDER]        default: lit-tests/read/Inputs/containers/VERSION

Run it with each JAX that the samples are kept for (0.10.2, 0.11.0, 0.12.0.1). No TPU is needed.
"""

import io
import pathlib
import re
import sys

import jax
import jax.numpy as jnp
from jax import export
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ROWS, LANES = 32, 128


def add_rows(x_ref, y_ref, o_ref):
    o_ref[...] = x_ref[...] + y_ref[0, :].astype(jnp.float32)


def split(x_hbm, twice_ref, less_ref, buffer, semaphore):
    copy = pltpu.make_async_copy(x_hbm, buffer, semaphore)
    copy.start()
    copy.wait()
    twice_ref[...] = buffer[...] * 2.0
    less_ref[...] = (buffer[...] - 1.0).astype(jnp.bfloat16)


@jax.jit
def program(x, y):
    rows = pl.BlockSpec((8, LANES), lambda i: (i, 0))
    total = pl.pallas_call(
        add_rows,
        name="add_rows",
        out_shape=jax.ShapeDtypeStruct((ROWS, LANES), jnp.float32),
        grid=(ROWS // 8,),
        in_specs=[rows, pl.BlockSpec((16, LANES), lambda i: (0, 0))],
        out_specs=rows,
        input_output_aliases={0: 0},
        cost_estimate=pl.CostEstimate(flops=4096, bytes_accessed=36864, transcendentals=0),
        compiler_params=pltpu.CompilerParams(
            dimension_semantics=("parallel",), vmem_limit_bytes=1 << 20, has_side_effects=True
        ),
    )(x, y)
    return pl.pallas_call(
        split,
        name="split",
        out_shape=[
            jax.ShapeDtypeStruct((ROWS, LANES), jnp.float32),
            pltpu.MemorySpace.HBM((ROWS, LANES), jnp.bfloat16),
        ],
        in_specs=[pl.BlockSpec(memory_space=pl.ANY)],
        scratch_shapes=[pltpu.VMEM((ROWS, LANES), jnp.float32), pltpu.SemaphoreType.DMA],
        metadata={"note": 'quotes "and" \\ backslashes'},
    )(total)


def main():
    folder = ROOT / "lit-tests/read/Inputs/containers" / jax.__version__
    if len(sys.argv) > 1:
        folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    jax.config.update("jax_hlo_source_file_canonicalization_regex", f"^{re.escape(str(ROOT))}/")
    jax.config.update("jax_include_full_tracebacks_in_locations", False)
    args = [jax.ShapeDtypeStruct((ROWS, LANES), jnp.float32), jax.ShapeDtypeStruct((16, LANES), jnp.bfloat16)]
    lowered = program.trace(*args).lower(lowering_platforms=("tpu",))

    def text(name, content):
        (folder / name).write_text(content.rstrip() + "\n")

    text("program.mlir", lowered.as_text())
    text("hlo.txt", lowered.as_text(dialect="hlo"))
    text("hlo_debug.txt", lowered.as_text(dialect="hlo", debug_info=True))
    bytecode = io.BytesIO()
    lowered.compiler_ir().operation.write_bytecode(bytecode)
    (folder / "plain.mlirbc").write_bytes(bytecode.getvalue())
    check = export.DisabledSafetyCheck.custom_call("tpu_custom_call")
    exported = export.export(program, platforms=["tpu"], disabled_checks=[check])(*args)
    (folder / "portable.mlirbc").write_bytes(exported.mlir_module_serialized)
    # Needs the package flatbuffers.
    (folder / "export.bin").write_bytes(exported.serialize())


if __name__ == "__main__":
    main()
