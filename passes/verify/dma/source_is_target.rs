//! A copy goes from one ref to another.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`DmaSourceIsTarget`].
pub static CODE: Code = Code::new(
    316,
    "dma_source_is_target",
    Level::Warning,
    "## What it checks
Source and target of a local DMA are not one and the same view.

## Why
Such a copy is legal and does nothing, so one of the operands was most likely mistyped. To another device the
same ref at both ends is the usual way to write, and is not reported.

## Wrong
```python
pltpu.make_async_copy(buf, buf, sem).start()
```

## Right
```python
pltpu.make_async_copy(x_hbm, buf, sem).start()
```

## Source
Our own; the compiler accepts it (corpus/invalid/dma_same_source_and_target). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A copy goes from one ref to another.
#[derive(Debug, thiserror::Error)]
#[error("this DMA copies {name} onto itself, so it moves nothing")]
pub struct DmaSourceIsTarget {
    /// What to call the ref.
    pub name: String,
}

impl Fault for DmaSourceIsTarget {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("one of the two refs is not the one that was meant; to another device, pass `device_id=`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts of local copies. Equal means the same view, so two slots of one buffer are different.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (source, target) = (cx.sound(dma.source)?, cx.sound(dma.target)?);
    if source.value == target.value && !dma.is_remote() {
        let name = cx.name(source.value);
        cx.report(DmaSourceIsTarget { name }).blame(source);
    }
    Some(())
}
