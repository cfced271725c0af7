"""Adds one to an array that stays in HBM, by copying it through VMEM by hand.

`pl.ANY` keeps Pallas from pipelining the operands: the kernel gets references to the whole arrays, which it cannot
load from. It starts the copies itself and waits for them on a DMA semaphore.
"""

import functools

import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import jax.numpy as jnp

from kernels.case import Case


def add_one_kernel(x_hbm, o_hbm, buffer, sem):
    copy_in = pltpu.make_async_copy(x_hbm, buffer, sem)
    copy_in.start()
    copy_in.wait()

    buffer[...] += 1

    copy_out = pltpu.make_async_copy(buffer, o_hbm, sem)
    copy_out.start()
    copy_out.wait()


@functools.partial(jax.jit, static_argnames="interpret")
def add_one(x, *, interpret=False):
    return pl.pallas_call(
        add_one_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        in_specs=[pl.BlockSpec(memory_space=pl.ANY)],
        out_specs=pl.BlockSpec(memory_space=pl.ANY),
        scratch_shapes=[pltpu.VMEM(x.shape, x.dtype), pltpu.SemaphoreType.DMA],
        interpret=interpret,
    )(x)


CASES = [
    Case(
        name="async_copy",
        run=add_one,
        inputs=lambda rng: (jnp.asarray(rng.standard_normal((64, 256)), jnp.float32),),
        reference=lambda x: x + 1,
    ),
]
