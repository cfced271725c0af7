"""What a kernel file says about one way of running its kernel."""

from collections.abc import Callable
import dataclasses
from typing import Any

import jax
import numpy as np


@dataclasses.dataclass(frozen=True)
class Case:
    """One kernel with inputs to run it on and a plain meaning to hold it against."""

    # Names the folder that the frozen module goes to.
    name: str
    # Calls the kernel: run(*inputs, interpret=...).
    run: Callable[..., Any]
    # Draws the inputs. The generator is seeded from the name, so a case always sees the same numbers.
    inputs: Callable[[np.random.Generator], tuple[jax.Array, ...]]
    # The same function without a kernel: reference(*inputs).
    reference: Callable[..., Any]
    # How far an implementation may be from the expected outputs: |x - y| <= atol + rtol * |y|.
    rtol: float = 1e-5
    atol: float = 1e-5
