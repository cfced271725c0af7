//! A plain wait is on a regular semaphore; a DMA is waited for as a copy.

use crate::verify::cx::Cx;
use crate::verify::semaphore::{SemaphoreKind, SemaphoreOp};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`SemaphoreWaitOnDmaSemaphore`].
pub static CODE: Code = Code::new(
    404,
    "semaphore_wait_on_dma_semaphore",
    Level::Error,
    "## What it checks
The semaphore of a wait is a regular one.

## Why
A DMA semaphore counts bytes. How many a copy adds follows from the refs it moves, so it is the copy that is
waited for, not a number.

## Wrong
```python
copy = pltpu.make_async_copy(x_hbm, buf, sem)
copy.start()
pl.semaphore_wait(sem, 1)
```

## Right
```python
copy = pltpu.make_async_copy(x_hbm, buf, sem)
copy.start()
copy.wait()
```

## Source
SEMA-03 (tracing), ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A plain wait is on a regular semaphore; a DMA is waited for as a copy.
#[derive(Debug, thiserror::Error)]
#[error("cannot wait on {name} for an amount: it is a DMA semaphore, which is waited on for a copy")]
pub struct SemaphoreWaitOnDmaSemaphore {
    /// What to call the semaphore.
    pub name: String,
}

impl Fault for SemaphoreWaitOnDmaSemaphore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("wait for the copy: `pltpu.make_async_copy(src, dst, sem).wait()`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks waits.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let (operand, ty) = cx.ref_type(semaphore.semaphore)?;
    if semaphore.kind == SemaphoreKind::Wait && ty.element == Element::DmaSemaphore {
        let name = cx.name(operand.value);
        cx.report(SemaphoreWaitOnDmaSemaphore { name }).blame(operand);
    }
    Some(())
}
