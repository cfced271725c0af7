//! A gather or scatter counts on a DMA semaphore.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`DmaIndirectOnRegularSemaphore`].
pub static CODE: Code = Code::new(
    305,
    "dma_indirect_on_regular_semaphore",
    Level::Error,
    "## What it checks
The semaphore of `tpu.enqueue_indirect_dma` is a DMA semaphore.

## Why
Unlike a plain DMA, a gather or scatter has only one way to report: bytes.

## Wrong
```python
scratch_shapes=[pltpu.SemaphoreType.REGULAR]
pltpu.async_copy(x_hbm.at[indices], buf, sem)
```

## Right
```python
scratch_shapes=[pltpu.SemaphoreType.DMA]
pltpu.async_copy(x_hbm.at[indices], buf, sem)
```

## Source
ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A gather or scatter counts on a DMA semaphore.
#[derive(Debug, thiserror::Error)]
#[error(
    "an indirect DMA counts the bytes it moves on a DMA semaphore, but {semaphore} is a regular semaphore"
)]
pub struct DmaIndirectOnRegularSemaphore {
    /// What to call the semaphore.
    pub semaphore: String,
}

impl Fault for DmaIndirectOnRegularSemaphore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("use a `pltpu.SemaphoreType.DMA`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts of indirect DMAs.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (semaphore, ty) = cx.ref_type(dma.semaphore)?;
    if dma.is_start() && ty.element == Element::Semaphore {
        let name = cx.name(semaphore.value);
        cx.report(DmaIndirectOnRegularSemaphore { semaphore: name }).blame(semaphore);
    }
    Some(())
}
