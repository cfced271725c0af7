"""Attention without the matrix of scores: a block of queries meets the keys a block at a time.

The loop carries what softmax needs to be exact so far: the largest score of each row, the sum of the exponentials
relative to it, and the output weighted likewise. A new largest score rescales the other two. Operands are bf16 and
everything carried is f32.
"""

import functools

import jax
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import jax.numpy as jnp

from kernels.case import Case


def flash_attention_kernel(q_ref, k_ref, v_ref, o_ref, *, block_k):
    q = q_ref[...]
    block_q, depth = q.shape
    scale = depth**-0.5

    def step(i, carry):
        top, total, acc = carry
        keys = pl.ds(pl.multiple_of(i * block_k, block_k), block_k)
        along_depth = (((1,), (1,)), ((), ()))
        scores = scale * lax.dot_general(q, k_ref[keys, :], along_depth, preferred_element_type=jnp.float32)
        new_top = jnp.maximum(top, jnp.max(scores, axis=1, keepdims=True))
        shrink = jnp.exp(top - new_top)
        p = jnp.exp(scores - new_top)
        total = shrink * total + jnp.sum(p, axis=1, keepdims=True)
        pv = jnp.dot(p.astype(v_ref.dtype), v_ref[keys, :], preferred_element_type=jnp.float32)
        return new_top, total, shrink * acc + pv

    start = (
        jnp.full((block_q, 1), -jnp.inf, jnp.float32),
        jnp.zeros((block_q, 1), jnp.float32),
        jnp.zeros((block_q, depth), jnp.float32),
    )
    _, total, acc = lax.fori_loop(0, k_ref.shape[0] // block_k, step, start)
    o_ref[...] = (acc / total).astype(o_ref.dtype)


@functools.partial(jax.jit, static_argnames=("block_q", "block_k", "interpret"))
def flash_attention(q, k, v, *, block_q=64, block_k=128, interpret=False):
    heads, length, depth = q.shape
    # `None` squeezes the head away: the kernel sees two dimensions.
    queries = pl.BlockSpec((None, block_q, depth), lambda h, i: (h, i, 0))
    whole = pl.BlockSpec((None, k.shape[1], depth), lambda h, i: (h, 0, 0))
    return pl.pallas_call(
        functools.partial(flash_attention_kernel, block_k=block_k),
        out_shape=jax.ShapeDtypeStruct(q.shape, q.dtype),
        grid=(heads, length // block_q),
        in_specs=[queries, whole, whole],
        out_specs=queries,
        compiler_params=pltpu.CompilerParams(dimension_semantics=("parallel", "parallel")),
        interpret=interpret,
    )(q, k, v)


def inputs(rng):
    q, k, v = rng.standard_normal((3, 2, 256, 128))
    return tuple(jnp.asarray(x, jnp.bfloat16) for x in (q, k, v))


def reference(q, k, v):
    q, k, v = (x.astype(jnp.float32) for x in (q, k, v))
    scores = jnp.einsum("hqd,hkd->hqk", q, k) * q.shape[-1] ** -0.5
    return jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores), v).astype(jnp.bfloat16)


# The weights are rounded to bf16 before the second product: an error of a few units of 2**-9 on values of order one.
CASES = [
    Case(name="flash_attention", run=flash_attention, inputs=inputs, reference=reference, rtol=2**-7, atol=2**-8),
]
