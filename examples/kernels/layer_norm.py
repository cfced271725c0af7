"""Layer norm: every row to mean zero and variance one, then scaled and shifted by learned vectors."""

import functools

import jax
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import jax.numpy as jnp

from kernels.case import Case

EPSILON = 1e-5


def layer_norm_kernel(x_ref, scale_ref, shift_ref, o_ref):
    x = x_ref[...].astype(jnp.float32)
    centred = x - jnp.mean(x, axis=1, keepdims=True)
    variance = jnp.mean(centred * centred, axis=1, keepdims=True)
    normal = centred * lax.rsqrt(variance + EPSILON)
    o_ref[...] = (normal * scale_ref[...] + shift_ref[...]).astype(o_ref.dtype)


@functools.partial(jax.jit, static_argnames=("block_rows", "interpret"))
def layer_norm(x, scale, shift, *, block_rows=64, interpret=False):
    rows, columns = x.shape
    block = pl.BlockSpec((block_rows, columns), lambda i: (i, 0))
    # Vectors of columns go in as one row: VMEM arrays are at their best with two dimensions.
    vector = pl.BlockSpec((1, columns), lambda i: (0, 0))
    return pl.pallas_call(
        layer_norm_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        grid=(rows // block_rows,),
        in_specs=[block, vector, vector],
        out_specs=block,
        compiler_params=pltpu.CompilerParams(dimension_semantics=("parallel",)),
        interpret=interpret,
    )(x, scale, shift)


def inputs(rng):
    x = 3 + 2 * rng.standard_normal((128, 256))
    scale, shift = rng.standard_normal((2, 1, 256))
    return tuple(jnp.asarray(v, jnp.float32) for v in (x, scale, shift))


def reference(x, scale, shift):
    mean, variance = jnp.mean(x, axis=1, keepdims=True), jnp.var(x, axis=1, keepdims=True)
    return (x - mean) / jnp.sqrt(variance + EPSILON) * scale + shift


CASES = [Case(name="layer_norm", run=layer_norm, inputs=inputs, reference=reference)]
