//! Every DMA has a semaphore at its target.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaMissingTargetSemaphore`].
pub static CODE: Code = Code::new(
    308,
    "dma_missing_target_semaphore",
    Level::Error,
    "## What it checks
`tpu.enqueue_dma` names a target semaphore.

## Why
The copy goes on by itself. The target semaphore is the only way to know that the target has been written.

## Wrong
```mlir
tpu.enqueue_dma source(%x) target(%buf)                         # MLIR; Pallas always asks for one
```

## Right
```python
pltpu.make_async_copy(x_hbm, buf, sem).start()
```

## Source
DMA-01 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Every DMA has a semaphore at its target.
#[derive(Debug, thiserror::Error)]
#[error("a DMA into {target} has no target semaphore, so nothing can tell when it has arrived")]
pub struct DmaMissingTargetSemaphore {
    /// What to call the target.
    pub target: String,
    /// Whether a semaphore was given for the source instead, in a local copy.
    pub given_as_source: bool,
}

impl Fault for DmaMissingTargetSemaphore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(if self.given_as_source {
            "a local copy has one semaphore, the one of its target: `pltpu.make_async_copy(src, dst, sem)`"
                .into()
        } else {
            "pass one: `sem` of `pltpu.make_async_copy`, `recv_sem` of `pltpu.make_async_remote_copy`".into()
        })
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    if dma.target_semaphore.is_none() {
        let target = dma.target.map_or_else(|| "its target".into(), |target| cx.name(target.value));
        let given_as_source = dma.source_semaphore.is_some() && !dma.is_remote();
        let fault = DmaMissingTargetSemaphore { target, given_as_source };
        cx.report(fault).missing("target_semaphore");
    }
    Some(())
}
