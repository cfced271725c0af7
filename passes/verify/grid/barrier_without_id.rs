//! Devices that meet at a barrier know which one.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridBarrierWithoutId`].
pub static CODE: Code = Code::new(
    661,
    "grid_barrier_without_id",
    Level::Error,
    "## What it checks
A kernel that takes the barrier semaphore is called with a `collective_id`. A module without its call is not
asked.

## Why
The id says which semaphore the devices of one collective share.

## Wrong
```python
pltpu.get_barrier_semaphore()       # and no collective_id
```

## Right
```python
compiler_params=pltpu.CompilerParams(collective_id=0)
```

## Source
DEV-12 (construction of the custom call). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Devices that meet at a barrier know which one.
#[derive(Debug, thiserror::Error)]
#[error("the kernel takes the barrier semaphore, but its call has no `collective_id`")]
pub struct GridBarrierWithoutId;

impl Fault for GridBarrierWithoutId {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("give one: `compiler_params=pltpu.CompilerParams(collective_id=...)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    let call = form.call.as_ref().filter(|call| call.arrays.is_some())?;
    if form.has_barrier && call.collective_id.is_none() {
        cx.report(GridBarrierWithoutId);
    }
    Some(())
}
