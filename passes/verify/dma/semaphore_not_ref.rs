//! The semaphores of a DMA are refs, not numbers.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaSemaphoreNotRef`].
pub static CODE: Code = Code::new(
    302,
    "dma_semaphore_not_ref",
    Level::Error,
    "## What it checks
Every semaphore operand of a DMA, and of a wait for one, is a ref.

## Why
A DMA announces its end by adding to a semaphore in memory; a count that was read from one is only
a number.

## Wrong
```python
pltpu.make_async_copy(x_hbm, buf, pl.semaphore_read(sem)).start()
```

## Right
```python
pltpu.make_async_copy(x_hbm, buf, sem).start()
```

## Source
DMAC-02, DMAC-04 and DMAC-09 (tracing) and ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The semaphores of a DMA are refs, not numbers.
#[derive(Debug, thiserror::Error)]
#[error("{dma} needs a semaphore ref as its {role}, but got {what}")]
pub struct DmaSemaphoreNotRef {
    /// The start or the wait, as the subject of a sentence.
    pub dma: &'static str,
    /// Which semaphore operand.
    pub role: String,
    /// What stands there instead of a ref.
    pub what: String,
}

impl Fault for DmaSemaphoreNotRef {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("pass the semaphore ref itself, such as a `pltpu.SemaphoreType.DMA` of `scratch_shapes`, not its count".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks every semaphore operand.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    for operand in dma.semaphores() {
        if cx.is_sound(operand) && cx.graph().ref_type(operand.value).is_none() {
            let what = cx.what(operand.value);
            let role = role_name(operand.role).to_owned();
            cx.report(DmaSemaphoreNotRef { dma: dma.subject(), role, what }).blame(operand);
        }
    }
    Some(())
}
