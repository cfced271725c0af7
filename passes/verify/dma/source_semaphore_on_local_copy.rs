//! A local copy has one semaphore, at its target.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaSourceSemaphoreOnLocalCopy`].
pub static CODE: Code = Code::new(
    310,
    "dma_source_semaphore_on_local_copy",
    Level::Error,
    "## What it checks
A source semaphore comes with a device id or a core id.

## Why
On one core the copy is over when its target has been written; then the source has been read as well. A
source semaphore would be a second count that nobody takes off.

## Wrong
```python
pltpu.AsyncCopyDescriptor(src_ref=x, dst_ref=buf, dst_sem=recv, src_sem=send)
```

## Right
```python
pltpu.make_async_copy(x, buf, sem)                            # local
pltpu.make_async_remote_copy(x, buf, send, recv, device_id=1) # remote
```

## Source
DMA-08 (the `tpu` dialect), DMAC-06 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A local copy has one semaphore, at its target.
#[derive(Debug, thiserror::Error)]
#[error(
    "a local copy counts on its target semaphore only, but {semaphore} is given as a source semaphore too"
)]
pub struct DmaSourceSemaphoreOnLocalCopy {
    /// What to call the source semaphore.
    pub semaphore: String,
}

impl Fault for DmaSourceSemaphoreOnLocalCopy {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("leave it out, `pltpu.make_async_copy(src, dst, sem)`, or say where the copy goes with `device_id=`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts that have a target semaphore; without one, its absence is the fault.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let semaphore = cx.sound(dma.source_semaphore)?;
    dma.target_semaphore?;
    if !dma.is_remote() {
        let name = cx.name(semaphore.value);
        cx.report(DmaSourceSemaphoreOnLocalCopy { semaphore: name }).blame(semaphore);
    }
    Some(())
}
