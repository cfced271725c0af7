//! The source and the target of a DMA are refs, not values read out of them.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaOperandNotRef`].
pub static CODE: Code = Code::new(
    301,
    "dma_operand_not_ref",
    Level::Error,
    "## What it checks
Source and target of a DMA, and of a wait for one, are refs.

## Why
The DMA engine moves memory to memory while the kernel goes on. An array that was read out of a ref
lives in registers, where the engine cannot reach it.

## Wrong
```python
block = x_hbm[...]                       # reads an array
pltpu.make_async_copy(block, buf, sem).start()
```

## Right
```python
pltpu.make_async_copy(x_hbm, buf, sem).start()
```

## Source
DMAC-02 (tracing) and ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The source and the target of a DMA are refs, not values read out of them.
#[derive(Debug, thiserror::Error)]
#[error("{dma} needs a ref as its {end}, but got {what}")]
pub struct DmaOperandNotRef {
    /// The start or the wait, as the subject of a sentence.
    pub dma: &'static str,
    /// Which end.
    pub end: &'static str,
    /// What stands there instead of a ref.
    pub what: String,
}

impl Fault for DmaOperandNotRef {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(
            "pass the ref or a view of it, `ref` or `ref.at[...]`; `ref[...]` reads a value out of it".into(),
        )
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks both ends.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    for (end, operand) in [("source", dma.source), ("target", dma.target)] {
        let Some(operand) = cx.sound(operand) else { continue };
        if cx.graph().ref_type(operand.value).is_none() {
            let what = cx.what(operand.value);
            cx.report(DmaOperandNotRef { dma: dma.subject(), end, what }).blame(operand);
        }
    }
    Some(())
}
