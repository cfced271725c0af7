//! A subcore id names a vector subcore of a SparseCore.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`DmaSubcoreIdOffVectorSubcore`].
pub static CODE: Code = Code::new(
    323,
    "dma_subcore_id_off_vector_subcore",
    Level::Error,
    "## What it checks
A DMA with a subcore id has its target semaphore on a SparseCore vector subcore; a wait with one runs there.

## Why
TensorCores and scalar subcores are not divided further, so the number would name nothing.

## Wrong
```mlir
tpu.enqueue_dma ... core_id(%c) subcore_id(%s)     # target semaphore of a TensorCore
```

## Right
```mlir
tpu.enqueue_dma ... core_id(%c)
```

## Source
DMA-15 and WAIT-14 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A subcore id names a vector subcore of a SparseCore.
#[derive(Debug, thiserror::Error)]
#[error("{dma} has a subcore id, which only SparseCore vector subcores have, but it is about a {core}")]
pub struct DmaSubcoreIdOffVectorSubcore {
    /// The start or the wait, as the subject of a sentence.
    pub dma: &'static str,
    /// The core that the DMA reports to.
    pub core: CoreType,
}

impl Fault for DmaSubcoreIdOffVectorSubcore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("leave the subcore id out, or use a semaphore of a vector subcore".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts, by the core of the target semaphore, and waits, by the core that waits.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let subcore = cx.sound(dma.subcore_id)?;
    let core = if dma.is_start() { dma.target_core(cx) } else { cx.issuing_core() };
    if core != CoreType::ScVectorSubcore {
        cx.report(DmaSubcoreIdOffVectorSubcore { dma: dma.subject(), core }).blame(subcore);
    }
    Some(())
}
