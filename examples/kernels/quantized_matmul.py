"""Matrix product of int8 operands, accumulated in int32 and scaled back to f32 per row and per column."""

import functools

import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import jax.numpy as jnp

from kernels.case import Case


def quantized_matmul_kernel(x_ref, y_ref, x_scale_ref, y_scale_ref, o_ref, acc_ref):
    k = pl.program_id(2)

    @pl.when(k == 0)
    def _clear():
        acc_ref[...] = jnp.zeros_like(acc_ref)

    acc_ref[...] += jnp.dot(x_ref[...], y_ref[...], preferred_element_type=jnp.int32)

    @pl.when(k == pl.num_programs(2) - 1)
    def _write():
        o_ref[...] = acc_ref[...].astype(jnp.float32) * x_scale_ref[...] * y_scale_ref[...]


@functools.partial(jax.jit, static_argnames=("block", "interpret"))
def quantized_matmul(x, y, x_scale, y_scale, *, block=(64, 128, 128), interpret=False):
    (m, k), (_, n) = x.shape, y.shape
    bm, bk, bn = block
    return pl.pallas_call(
        quantized_matmul_kernel,
        out_shape=jax.ShapeDtypeStruct((m, n), jnp.float32),
        grid=(m // bm, n // bn, k // bk),
        in_specs=[
            pl.BlockSpec((bm, bk), lambda i, j, l: (i, l)),
            pl.BlockSpec((bk, bn), lambda i, j, l: (l, j)),
            pl.BlockSpec((bm, 1), lambda i, j, l: (i, 0)),
            pl.BlockSpec((1, bn), lambda i, j, l: (0, j)),
        ],
        out_specs=pl.BlockSpec((bm, bn), lambda i, j, l: (i, j)),
        scratch_shapes=[pltpu.VMEM((bm, bn), jnp.int32)],
        compiler_params=pltpu.CompilerParams(dimension_semantics=("parallel", "parallel", "arbitrary")),
        interpret=interpret,
    )(x, y, x_scale, y_scale)


def inputs(rng):
    x, y = rng.integers(-128, 128, size=(128, 256)), rng.integers(-128, 128, size=(256, 256))
    x_scale, y_scale = rng.uniform(0.001, 0.01, (128, 1)), rng.uniform(0.001, 0.01, (1, 256))
    return (
        jnp.asarray(x, jnp.int8),
        jnp.asarray(y, jnp.int8),
        jnp.asarray(x_scale, jnp.float32),
        jnp.asarray(y_scale, jnp.float32),
    )


def reference(x, y, x_scale, y_scale):
    return jnp.dot(x, y, preferred_element_type=jnp.int32).astype(jnp.float32) * x_scale * y_scale


CASES = [Case(name="quantized_matmul", run=quantized_matmul, inputs=inputs, reference=reference)]
