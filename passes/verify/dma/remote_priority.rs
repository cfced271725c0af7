//! A remote DMA has priority 0.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaRemotePriority`].
pub static CODE: Code = Code::new(
    319,
    "dma_remote_priority",
    Level::Error,
    "## What it checks
A DMA with a device id or a core id has priority 0.

## Why
Only local copies can be queued behind others.

## Wrong
```python
pltpu.make_async_remote_copy(x, o, send, recv, device_id=1).start(priority=1)
```

## Right
```python
pltpu.make_async_remote_copy(x, o, send, recv, device_id=1).start()
```

## Source
DMA-10 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A remote DMA has priority 0.
#[derive(Debug, thiserror::Error)]
#[error("a DMA to {destination} has priority 0 only, but this one is given {priority}")]
pub struct DmaRemotePriority {
    /// Where it goes.
    pub destination: &'static str,
    /// The priority given.
    pub priority: i64,
}

impl Fault for DmaRemotePriority {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("leave `priority` out for remote copies".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts whose priority exists at all.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    if dma.is_remote() && dma.priority == 1 {
        let fault = DmaRemotePriority { destination: dma.destination(), priority: dma.priority };
        cx.report(fault).missing("priority");
    }
    Some(())
}
