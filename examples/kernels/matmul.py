"""Blocked matrix product on a three-dimensional grid.

The innermost grid dimension walks along the contracted one, so consecutive steps see the same output block. They add
up in an f32 accumulator in VMEM: the first step clears it, the last one writes it out in the output's type.
"""

import functools

import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import jax.numpy as jnp

from kernels.case import Case


def matmul_kernel(x_ref, y_ref, o_ref, acc_ref):
    k = pl.program_id(2)

    @pl.when(k == 0)
    def _clear():
        acc_ref[...] = jnp.zeros_like(acc_ref)

    # The matrix unit multiplies bf16; HIGHEST asks for as many passes as it takes to multiply f32 exactly.
    precision = jax.lax.Precision.HIGHEST if x_ref.dtype == jnp.float32 else None
    acc_ref[...] += jnp.dot(x_ref[...], y_ref[...], preferred_element_type=jnp.float32, precision=precision)

    @pl.when(k == pl.num_programs(2) - 1)
    def _write():
        o_ref[...] = acc_ref[...].astype(o_ref.dtype)


@functools.partial(jax.jit, static_argnames=("block", "interpret"))
def matmul(x, y, *, block=(128, 128, 128), interpret=False):
    (m, k), (_, n) = x.shape, y.shape
    bm, bk, bn = block
    return pl.pallas_call(
        matmul_kernel,
        out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
        grid=(m // bm, n // bn, k // bk),
        in_specs=[
            pl.BlockSpec((bm, bk), lambda i, j, l: (i, l)),
            pl.BlockSpec((bk, bn), lambda i, j, l: (l, j)),
        ],
        out_specs=pl.BlockSpec((bm, bn), lambda i, j, l: (i, j)),
        scratch_shapes=[pltpu.VMEM((bm, bn), jnp.float32)],
        compiler_params=pltpu.CompilerParams(dimension_semantics=("parallel", "parallel", "arbitrary")),
        interpret=interpret,
    )(x, y)


def operands(rng, size, dtype):
    """Two square matrices, scaled so that the entries of their product are of order one."""
    x, y = rng.standard_normal((2, size, size))
    return jnp.asarray(x * size**-0.5, dtype), jnp.asarray(y, dtype)


def reference(x, y):
    return jnp.dot(x, y, preferred_element_type=jnp.float32, precision=jax.lax.Precision.HIGHEST).astype(x.dtype)


CASES = [
    Case(
        name="matmul_f32",
        run=matmul,
        inputs=lambda rng: operands(rng, 256, jnp.float32),
        reference=reference,
    ),
    # One unit in the last place of bf16 is 2**-8: two correct orders of summation may round to neighbours.
    Case(
        name="matmul_bf16",
        run=matmul,
        inputs=lambda rng: operands(rng, 256, jnp.bfloat16),
        reference=reference,
        rtol=2**-7,
        atol=2**-9,
    ),
]
