"""Multiplies every row of an array in HBM by a vector, in chunks through VMEM. Full of mistakes.

No line of it is refused while JAX traces the kernel. The wrong ones end in the name of their fault. JAX's lowering
stops at the first with an internal verification error, and says nothing about the others.
"""

import functools

import jax
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import jax.numpy as jnp

CHUNK = 64


def scale_rows_kernel(x_hbm, scale_hbm, o_hbm, slots, scale, result, in_sems, scale_sem, out_sem, done):
    num_chunks = x_hbm.shape[0] // CHUNK

    def rows(i, size=CHUNK):
        return pl.ds(pl.multiple_of(i * CHUNK, CHUNK), size)

    def fetch(i):
        slot = lax.rem(i, 2)
        return pltpu.make_async_copy(x_hbm.at[rows(i), :], slots.at[slot], in_sems.at[slot])

    # The scale is kept in bf16, the buffer for it is f32, and a copy does not convert.
    load_scale = pltpu.make_async_copy(scale_hbm, scale, scale_sem)
    load_scale.start()  # FAULT: element_type_mismatch

    # There are two priorities, 0 and 1.
    fetch(0).start(priority=2)  # FAULT: priority_too_high
    load_scale.wait()

    def step(i, _):
        slot = lax.rem(i, 2)

        @pl.when(i + 1 < num_chunks)
        def _prefetch():
            fetch(i + 1).start()

        # Each slot has a semaphore of its own; here the index is missing.
        arrived = pltpu.make_async_copy(x_hbm.at[rows(i), :], slots.at[slot], in_sems)
        arrived.wait()  # FAULT: semaphore_not_scalar

        result[...] = slots[slot] * scale[...]

        # The result has CHUNK rows, the place it goes to half as many.
        store = pltpu.make_async_copy(result, o_hbm.at[rows(i, CHUNK // 2), :], out_sem)
        store.start()  # FAULT: shape_mismatch
        store.wait()

    lax.fori_loop(0, num_chunks, step, None)

    # An integer in SMEM announces nothing: it is not a semaphore.
    last = pltpu.make_async_copy(result, o_hbm.at[rows(num_chunks - 1), :], done)
    last.start()  # FAULT: semaphore_wrong_type

    # Whatever this was meant to move, it stays where it is.
    again = pltpu.make_async_copy(result, result, out_sem)
    again.start()  # FAULT: source_is_target
    again.wait()


@functools.partial(jax.jit, static_argnames="interpret")
def scale_rows(x, scale, *, interpret=False):
    columns = x.shape[1]
    return pl.pallas_call(
        scale_rows_kernel,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        in_specs=[pl.BlockSpec(memory_space=pltpu.HBM), pl.BlockSpec(memory_space=pltpu.HBM)],
        out_specs=pl.BlockSpec(memory_space=pltpu.HBM),
        scratch_shapes=[
            pltpu.VMEM((2, CHUNK, columns), x.dtype),
            pltpu.VMEM((1, columns), jnp.float32),
            pltpu.VMEM((CHUNK, columns), x.dtype),
            pltpu.SemaphoreType.DMA((2,)),
            pltpu.SemaphoreType.DMA,
            pltpu.SemaphoreType.DMA,
            pltpu.SMEM((), jnp.int32),
        ],
        interpret=interpret,
    )(x, scale)


def arguments():
    return jnp.zeros((512, 128), jnp.float32), jnp.zeros((1, 128), jnp.bfloat16)
