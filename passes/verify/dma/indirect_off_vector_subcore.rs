//! Gathers and scatters are issued by vector subcores of a SparseCore.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`DmaIndirectOffVectorSubcore`].
pub static CODE: Code = Code::new(
    326,
    "dma_indirect_off_vector_subcore",
    Level::Error,
    "## What it checks
`tpu.enqueue_indirect_dma` and `tpu.wait_indirect_dma` run on a SparseCore vector subcore.

## Why
Only its engine takes a list of offsets. A TensorCore copies one window at a time.

## Wrong
```python
pltpu.async_copy(x_hbm.at[indices], buf, sem)      # in a TensorCore kernel
```

## Right
```python
for i in range(n):
    pltpu.make_async_copy(x_hbm.at[indices[i]], buf.at[i], sem).start()
```

## Source
IDMA-01 and WAIT-21 (the `tpu` dialect), DMAC-12 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Gathers and scatters are issued by vector subcores of a SparseCore.
#[derive(Debug, thiserror::Error)]
#[error("{dma} exists on SparseCore vector subcores only, but this runs on a {issuer}")]
pub struct DmaIndirectOffVectorSubcore {
    /// The start or the wait, as the subject of a sentence.
    pub dma: &'static str,
    /// The core that issues it.
    pub issuer: CoreType,
}

impl Fault for DmaIndirectOffVectorSubcore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("copy row by row with `pltpu.make_async_copy`, or move the gather to a `plsc.VectorSubcoreMesh` kernel".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks indirect starts and waits.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let issuer = cx.issuing_core();
    if dma.is_indirect() && issuer != CoreType::ScVectorSubcore {
        cx.report(DmaIndirectOffVectorSubcore { dma: dma.subject(), issuer }).missing("core");
    }
    Some(())
}
