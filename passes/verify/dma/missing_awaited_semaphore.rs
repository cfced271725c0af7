//! A wait names the semaphore of the end that it waits for.

use crate::verify::cx::Cx;
use crate::verify::dma::{Dma, DmaKind};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaMissingAwaitedSemaphore`].
pub static CODE: Code = Code::new(
    309,
    "dma_missing_awaited_semaphore",
    Level::Error,
    "## What it checks
`tpu.wait_dma` has the semaphore that its `wait_target` selects.

## Why
A wait takes bytes off one semaphore. A local copy has none at its source, so waiting for its source has
no meaning.

## Wrong
```python
copy = pltpu.make_async_copy(x_hbm, buf, sem)
copy.wait_send()
```

## Right
```python
copy = pltpu.make_async_copy(x_hbm, buf, sem)
copy.wait()
```

## Source
WAIT-11 (the `tpu` dialect), DMAC-07 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A wait names the semaphore of the end that it waits for.
#[derive(Debug, thiserror::Error)]
#[error("this wait is for the {end} of a DMA, but names no {end} semaphore")]
pub struct DmaMissingAwaitedSemaphore {
    /// The end that is waited for.
    pub end: &'static str,
}

impl Fault for DmaMissingAwaitedSemaphore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(match self.end {
            "source" => {
                "only remote copies can be waited for at their source: use `wait()`, or `wait_recv()`".into()
            }
            _ => "give it the semaphore that the start was given for its target".into(),
        })
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks waits that say which end they are for.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let DmaKind::WaitForEnd { target } = dma.kind else { return None };
    if dma.awaited().is_none() {
        let (end, role) =
            if target { ("target", "target_semaphore") } else { ("source", "source_semaphore") };
        cx.report(DmaMissingAwaitedSemaphore { end }).missing(role);
    }
    Some(())
}
