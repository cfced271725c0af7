"""Pallas TPU kernels to look at, lower and run.

Each file holds one kernel, the function that calls it, and `CASES`: the inputs and the plain `jax.numpy` meaning
it is tried on. `ALL` collects the cases in the order in which the README presents them.
"""

from kernels import (
    async_copy,
    double_buffer,
    flash_attention,
    layer_norm,
    matmul,
    prefetch,
    quantized_matmul,
    softmax,
)

MODULES = (async_copy, matmul, softmax, double_buffer, prefetch, layer_norm, flash_attention, quantized_matmul)
ALL = [case for module in MODULES for case in module.CASES]
