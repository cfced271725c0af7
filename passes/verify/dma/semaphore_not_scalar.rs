//! A DMA counts on one semaphore, not on an array of them.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use crate::verify::index::Unindexed;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaSemaphoreNotScalar`].
pub static CODE: Code = Code::new(
    307,
    "dma_semaphore_not_scalar",
    Level::Error,
    "## What it checks
The semaphores of a DMA, and the one a wait waits on, are scalars: no dimensions are left after the views.

## Why
A semaphore array is so many counters. The engine adds to one of them, so the kernel has to say which.

## Wrong
```python
sems = ...                 # scratch: pltpu.SemaphoreType.DMA((2,))
pltpu.make_async_copy(x_hbm, buf, sems).start()
pltpu.make_async_copy(x_hbm, buf, sems.at[0:1]).start()   # still one dimension
```

## Right
```python
pltpu.make_async_copy(x_hbm, buf, sems.at[slot]).start()
```

## Source
DMA-02, DMA-03, WAIT-01, WAIT-12, WAIT-22 and IDMA-06 (the `tpu` dialect); DMAC-03, DMAC-05 and DMAC-22
(tracing, which checks starts only). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A DMA counts on one semaphore, not on an array of them.
#[derive(Debug, thiserror::Error)]
#[error("{dma} works with one semaphore, but {} still has shape {}: {}", .semaphore.name, .semaphore.shape, .semaphore.missing.reason())]
pub struct DmaSemaphoreNotScalar {
    /// The start or the wait, as the subject of a sentence.
    pub dma: &'static str,
    /// The ref and what is missing.
    pub semaphore: Unindexed,
}

impl Fault for DmaSemaphoreNotScalar {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(self.semaphore.hint())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks the semaphores of a start and the awaited one of a wait.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    for operand in dma.counted() {
        let Some((operand, ty)) = cx.ref_type(Some(operand)) else { continue };
        if ty.rank() > 0 {
            let semaphore = Unindexed::new(cx.graph(), cx.name(operand.value), operand.value, ty);
            cx.report(DmaSemaphoreNotScalar { dma: dma.subject(), semaphore }).blame(operand);
        }
    }
    Some(())
}
