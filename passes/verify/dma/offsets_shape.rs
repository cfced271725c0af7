//! Offsets are a plain list.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use crate::verify::indirect::offsets_shape;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::shape_tuple;

/// The code of [`DmaOffsetsShape`].
pub static CODE: Code = Code::new(
    331,
    "dma_offsets_shape",
    Level::Error,
    "## What it checks
The offsets of `tpu.enqueue_indirect_dma` have one dimension, or two of which the first is 1.

## Why
Each offset picks one slice; there is no meaning for a table of them.

## Wrong
```python
pltpu.async_copy(x_hbm.at[table], buf, sem)        # table: (4, 8)
```

## Right
```python
pltpu.async_copy(x_hbm.at[table.at[i]], buf, sem)
```

## Source
IDMA-07 and IDMA-13 (the `tpu` dialect), DMAC-26 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Offsets are a plain list.
#[derive(Debug, thiserror::Error)]
#[error("the offsets of an indirect DMA have shape (n,) or (1, n), but {name} has {shape}")]
pub struct DmaOffsetsShape {
    /// What to call the offsets.
    pub name: String,
    /// Their shape, as a tuple.
    pub shape: String,
}

impl Fault for DmaOffsetsShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("index the list that is meant, or flatten it".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks indirect starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (offsets, shape) = offsets_shape(dma, cx)?;
    if !matches!(shape.as_slice(), [_] | [Some(1), _]) {
        let name = cx.name(offsets.value);
        cx.report(DmaOffsetsShape { name, shape: shape_tuple(&shape) }).blame(offsets);
    }
    Some(())
}
