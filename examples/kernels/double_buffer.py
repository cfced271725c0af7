"""Adds up the chunks of an array in HBM, fetching the next chunk while it works on the present one.

Two VMEM slots take turns: chunk i lands in slot i % 2 and announces itself on the semaphore of that slot.
"""

import functools

import jax
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import jax.numpy as jnp

from kernels.case import Case


def sum_chunks_kernel(x_hbm, o_ref, slots, sems):
    chunk_rows = o_ref.shape[0]
    num_chunks = x_hbm.shape[0] // chunk_rows

    def fetch(i):
        slot = lax.rem(i, 2)
        rows = pl.ds(pl.multiple_of(i * chunk_rows, chunk_rows), chunk_rows)
        return pltpu.make_async_copy(x_hbm.at[rows, :], slots.at[slot], sems.at[slot])

    fetch(0).start()
    o_ref[...] = jnp.zeros_like(o_ref)

    def step(i, _):
        # The other slot is free: the step before this one has finished reading it.
        @pl.when(i + 1 < num_chunks)
        def _prefetch():
            fetch(i + 1).start()

        fetch(i).wait()
        o_ref[...] += slots[lax.rem(i, 2)]

    lax.fori_loop(0, num_chunks, step, None)


@functools.partial(jax.jit, static_argnames=("chunk_rows", "interpret"))
def sum_chunks(x, *, chunk_rows=64, interpret=False):
    chunk = (chunk_rows, x.shape[1])
    return pl.pallas_call(
        sum_chunks_kernel,
        out_shape=jax.ShapeDtypeStruct(chunk, x.dtype),
        in_specs=[pl.BlockSpec(memory_space=pltpu.HBM)],
        scratch_shapes=[pltpu.VMEM((2, *chunk), x.dtype), pltpu.SemaphoreType.DMA((2,))],
        interpret=interpret,
    )(x)


CASES = [
    Case(
        name="double_buffer",
        run=sum_chunks,
        inputs=lambda rng: (jnp.asarray(rng.standard_normal((512, 128)), jnp.float32),),
        reference=lambda x: x.reshape(-1, 64, x.shape[1]).sum(axis=0),
    ),
]
