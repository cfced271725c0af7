//! Only subcores of a SparseCore keep their DMAs in strict order.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`DmaStrictOrderingOffSparseCore`].
pub static CODE: Code = Code::new(
    324,
    "dma_strict_ordering_off_sparse_core",
    Level::Error,
    "## What it checks
`strict_ordering` on a DMA start appears in code of a SparseCore subcore only.

## Why
The DMAs of a TensorCore complete in any order; only waiting orders them.

## Wrong
```mlir
tpu.enqueue_dma ... {strict_ordering = true}       # in a TensorCore kernel
```

## Right
```python
first.start()
first.wait()
second.start()
```

## Source
DMA-13 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Only subcores of a SparseCore keep their DMAs in strict order.
#[derive(Debug, thiserror::Error)]
#[error("strict ordering of DMAs exists on the subcores of a SparseCore only, but this runs on a {issuer}")]
pub struct DmaStrictOrderingOffSparseCore {
    /// The core that issues the DMA.
    pub issuer: CoreType,
}

impl Fault for DmaStrictOrderingOffSparseCore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("leave `strict_ordering` out and wait for the first copy before the second is started".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let issuer = cx.issuing_core();
    if dma.strict_ordering && issuer == CoreType::Tc {
        cx.report(DmaStrictOrderingOffSparseCore { issuer }).missing("strict_ordering");
    }
    Some(())
}
