//! Both semaphores of a DMA are of one kind.

use crate::verify::cx::Cx;
use crate::verify::describe::kind_phrase;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaSemaphoreKindsDiffer`].
pub static CODE: Code = Code::new(
    312,
    "dma_semaphore_kinds_differ",
    Level::Error,
    "## What it checks
Source and target semaphore of a remote copy are both DMA semaphores or both regular ones.

## Why
A DMA semaphore counts bytes, a regular one counts events; one copy reports in one currency.

## Wrong
```python
scratch_shapes=[pltpu.SemaphoreType.DMA, pltpu.SemaphoreType.REGULAR]   # send, recv
```

## Right
```python
scratch_shapes=[pltpu.SemaphoreType.DMA, pltpu.SemaphoreType.DMA]
```

## Source
DMA-04 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Both semaphores of a DMA are of one kind.
#[derive(Debug, thiserror::Error)]
#[error(
    "a DMA counts alike at both ends, but its source semaphore {from} is {from_kind} and its target semaphore {to} {to_kind}"
)]
pub struct DmaSemaphoreKindsDiffer {
    /// What to call the source semaphore.
    pub from: String,
    /// Its kind, with an article.
    pub from_kind: String,
    /// What to call the target semaphore.
    pub to: String,
    /// Its kind, with an article.
    pub to_kind: String,
}

impl Fault for DmaSemaphoreKindsDiffer {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("make both `pltpu.SemaphoreType.DMA`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (source, source_type) = cx.ref_type(dma.source_semaphore)?;
    let (target, target_type) = cx.ref_type(dma.target_semaphore)?;
    if source_type.element != target_type.element {
        let fault = DmaSemaphoreKindsDiffer {
            from: cx.name(source.value),
            from_kind: kind_phrase(&source_type.element),
            to: cx.name(target.value),
            to_kind: kind_phrase(&target_type.element),
        };
        cx.report(fault).blame(source).blame(target);
    }
    Some(())
}
