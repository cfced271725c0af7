//! A wait for a DMA is on a DMA semaphore.

use crate::verify::cx::Cx;
use crate::verify::describe::root_name;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`DmaWaitOnRegularSemaphore`].
pub static CODE: Code = Code::new(
    304,
    "dma_wait_on_regular_semaphore",
    Level::Error,
    "## What it checks
The semaphore of `tpu.wait_dma2` and of `tpu.wait_indirect_dma` is a DMA semaphore.

## Why
A wait takes as many bytes off as the copy has moved. A regular semaphore counts signals, so the wait
would take off what was never added.

## Wrong
```python
copy = pltpu.make_async_copy(x_hbm, buf, regular_sem)
copy.wait()
```

## Right
```python
copy = pltpu.make_async_copy(x_hbm, buf, dma_sem)
copy.wait()
```

## Source
ODS-02 (the `tpu` dialect), DMAC-10 (tracing). `tpu.wait_dma`, which JAX does not write, takes either kind. Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A wait for a DMA is on a DMA semaphore.
#[derive(Debug, thiserror::Error)]
#[error(
    "{dma} takes bytes off a DMA semaphore, but {semaphore} is a regular semaphore, which counts signals"
)]
pub struct DmaWaitOnRegularSemaphore {
    /// The wait, as the subject of a sentence.
    pub dma: &'static str,
    /// What to call the semaphore.
    pub semaphore: String,
    /// The name to type in its place.
    pub array: String,
}

impl Fault for DmaWaitOnRegularSemaphore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(format!(
            "wait on the DMA semaphore of the copy, or count signals: `pl.semaphore_wait({}, n)`",
            self.array
        ))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks waits that must have a DMA semaphore.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (semaphore, ty) = cx.ref_type(dma.semaphore)?;
    if ty.element == Element::Semaphore {
        let array = root_name(cx.graph(), semaphore.value, "sem");
        let name = cx.name(semaphore.value);
        let fault = DmaWaitOnRegularSemaphore { dma: dma.subject(), semaphore: name, array };
        cx.report(fault).blame(semaphore);
    }
    Some(())
}
