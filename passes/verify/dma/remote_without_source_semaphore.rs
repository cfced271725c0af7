//! A remote copy has a semaphore at its source as well.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaRemoteWithoutSourceSemaphore`].
pub static CODE: Code = Code::new(
    311,
    "dma_remote_without_source_semaphore",
    Level::Error,
    "## What it checks
A DMA with a device id or a core id names a source semaphore.

## Why
The target semaphore of a remote copy is counted up where the copy arrives. The sender sees only its own
semaphores, so it needs one that says when the source has been read.

## Wrong
```python
pltpu.AsyncCopyDescriptor(src_ref=x, dst_ref=o, dst_sem=recv, src_sem=None, device_id=1)
```

## Right
```python
pltpu.make_async_remote_copy(x, o, send_sem=send, recv_sem=recv, device_id=1)
```

## Source
DMA-07 (the `tpu` dialect), DMAC-06 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A remote copy has a semaphore at its source as well.
#[derive(Debug, thiserror::Error)]
#[error(
    "a DMA to {destination} has no source semaphore, so the sender cannot tell when {from} may be reused"
)]
pub struct DmaRemoteWithoutSourceSemaphore {
    /// Where it goes.
    pub destination: &'static str,
    /// What to call the source.
    pub from: String,
}

impl Fault for DmaRemoteWithoutSourceSemaphore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("pass `send_sem=` to `pltpu.make_async_remote_copy`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    if dma.is_remote() && dma.source_semaphore.is_none() {
        let from = dma.source.map_or_else(|| "its source".into(), |source| cx.name(source.value));
        let fault = DmaRemoteWithoutSourceSemaphore { destination: dma.destination(), from };
        cx.report(fault).missing("source_semaphore");
    }
    Some(())
}
