//! The offsets of a gather or scatter are i32 numbers, in a ref or in a vector of one dimension.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{Element, ValueType};

/// The code of [`DmaOffsetsWrongType`].
pub static CODE: Code = Code::new(
    329,
    "dma_offsets_wrong_type",
    Level::Error,
    "## What it checks
The offsets of `tpu.enqueue_indirect_dma` are a ref of i32, or a vector of i32 with one dimension.

## Why
The engine reads offsets as 32-bit words.

## Wrong
```python
pltpu.async_copy(x_hbm.at[indices], buf, sem)      # indices: int16
```

## Right
```python
pltpu.async_copy(x_hbm.at[indices.astype(jnp.int32)], buf, sem)
```

## Source
ODS-02 (the `tpu` dialect), DMAC-26 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The offsets of a gather or scatter are i32 numbers, in a ref or in a vector of one dimension.
#[derive(Debug, thiserror::Error)]
#[error(
    "the offsets of an indirect DMA are i32 numbers, in a ref or a one-dimensional array, but got {what}"
)]
pub struct DmaOffsetsWrongType {
    /// What stands there instead.
    pub what: String,
}

impl Fault for DmaOffsetsWrongType {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert the indices: `indices.astype(jnp.int32)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks indirect starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let offsets = cx.sound(dma.offsets)?;
    let fits = match &cx.graph().value(offsets.value)?.ty {
        ValueType::Ref(ty) => ty.element == Element::Int(32),
        ValueType::Vector { shape, element } => shape.len() == 1 && *element == Element::Int(32),
        ValueType::Scalar(_) | ValueType::Other(_) => false,
    };
    if !fits {
        let what = cx.what(offsets.value);
        cx.report(DmaOffsetsWrongType { what }).blame(offsets);
    }
    Some(())
}
