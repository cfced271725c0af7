"""Softmax of every row, a block of rows per grid step."""

import functools

import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import jax.numpy as jnp

from kernels.case import Case


def softmax_kernel(x_ref, o_ref):
    x = x_ref[...]
    # Subtracting the largest entry of the row keeps exp in range and leaves the quotient as it is.
    e = jnp.exp(x - jnp.max(x, axis=1, keepdims=True))
    o_ref[...] = e / jnp.sum(e, axis=1, keepdims=True)


@functools.partial(jax.jit, static_argnames=("block_rows", "interpret"))
def softmax(x, *, block_rows=64, interpret=False):
    rows, columns = x.shape
    block = pl.BlockSpec((block_rows, columns), lambda i: (i, 0))
    return pl.pallas_call(
        softmax_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        grid=(rows // block_rows,),
        in_specs=[block],
        out_specs=block,
        compiler_params=pltpu.CompilerParams(dimension_semantics=("parallel",)),
        interpret=interpret,
    )(x)


CASES = [
    Case(
        name="softmax",
        run=softmax,
        inputs=lambda rng: (jnp.asarray(4 * rng.standard_normal((256, 512)), jnp.float32),),
        reference=lambda x: jax.nn.softmax(x, axis=1),
    ),
]
