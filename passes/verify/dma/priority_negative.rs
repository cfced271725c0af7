//! The priority of a DMA is not negative.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaPriorityNegative`].
pub static CODE: Code = Code::new(
    317,
    "dma_priority_negative",
    Level::Error,
    "## What it checks
The priority of a DMA is 0 or 1.

## Why
The engine has two queues. 0 is the default and the more urgent one.

## Wrong
```python
copy.start(priority=-1)
```

## Right
```python
copy.start(priority=1)
```

## Source
DMA-09 (the `tpu` dialect), DMAC-01 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The priority of a DMA is not negative.
#[derive(Debug, thiserror::Error)]
#[error("a DMA has priority 0 or 1, but this one is given {priority}, which is negative")]
pub struct DmaPriorityNegative {
    /// The priority given.
    pub priority: i64,
}

impl Fault for DmaPriorityNegative {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("leave `priority` out for 0, the more urgent, or pass 1".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    if dma.priority < 0 {
        cx.report(DmaPriorityNegative { priority: dma.priority }).missing("priority");
    }
    Some(())
}
