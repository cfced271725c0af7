//! A barrier that is named is used.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridIdWithoutBarrier`].
pub static CODE: Code = Code::new(
    662,
    "grid_id_without_barrier",
    Level::Warning,
    "## What it checks
A kernel that is called with a `collective_id` takes the barrier semaphore. It works without; JAX refuses it
unless it is told otherwise.

## Why
The id reserves a semaphore on every device, and most likely a barrier was forgotten.

## Wrong
```python
compiler_params=pltpu.CompilerParams(collective_id=0)      # and no barrier
```

## Right
```python
barrier = pltpu.get_barrier_semaphore()
```

## Source
DEV-13 (construction of the custom call). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A barrier that is named is used.
#[derive(Debug, thiserror::Error)]
#[error("the call has a `collective_id`, but the kernel does not take the barrier semaphore")]
pub struct GridIdWithoutBarrier;

impl Fault for GridIdWithoutBarrier {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("take the barrier semaphore before the first remote copy, or leave out the id".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    let call = form.call.as_ref().filter(|call| call.arrays.is_some())?;
    if !form.has_barrier && call.collective_id.is_some() {
        cx.report(GridIdWithoutBarrier);
    }
    Some(())
}
