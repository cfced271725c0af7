"""Gathers pages of a pool by a page table.

The table is a scalar prefetch operand: it sits in SMEM before the first grid step, so the index map of the window may
read it to say which block comes next. The kernel body then copies a block it never had to find.
"""

import functools

import jax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
import jax.numpy as jnp

from kernels.case import Case

PAGE = 16


def copy_page_kernel(table_ref, pool_ref, o_ref):
    del table_ref  # Only the index map reads it.
    o_ref[...] = pool_ref[...]


@functools.partial(jax.jit, static_argnames="interpret")
def gather_pages(table, pool, *, interpret=False):
    (num_pages,), (_, columns) = table.shape, pool.shape
    return pl.pallas_call(
        copy_page_kernel,
        out_shape=jax.ShapeDtypeStruct((num_pages * PAGE, columns), pool.dtype),
        grid_spec=pltpu.PrefetchScalarGridSpec(
            num_scalar_prefetch=1,
            grid=(num_pages,),
            in_specs=[pl.BlockSpec((PAGE, columns), lambda i, table_ref: (table_ref[i], 0))],
            out_specs=pl.BlockSpec((PAGE, columns), lambda i, table_ref: (i, 0)),
        ),
        interpret=interpret,
    )(table, pool)


def inputs(rng):
    table = rng.integers(0, 32, size=12)
    pool = rng.standard_normal((32 * PAGE, 128))
    return jnp.asarray(table, jnp.int32), jnp.asarray(pool, jnp.float32)


def reference(table, pool):
    return pool.reshape(-1, PAGE, pool.shape[1])[table].reshape(-1, pool.shape[1])


CASES = [Case(name="prefetch", run=gather_pages, inputs=inputs, reference=reference, rtol=0, atol=0)]
