//! A DMA converts nothing: both ends have one element type.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`DmaElementTypeMismatch`].
pub static CODE: Code = Code::new(
    313,
    "dma_element_type_mismatch",
    Level::Error,
    "## What it checks
Source and target of a DMA have one element type.

## Why
The engine copies bytes. With two element types the target would hold the right bytes and the wrong numbers.

## Wrong
```python
buf = ...            # scratch: pltpu.VMEM((8, 128), jnp.bfloat16)
pltpu.make_async_copy(x_hbm, buf, sem).start()      # x_hbm is float32
```

## Right
```python
buf = ...            # scratch: pltpu.VMEM((8, 128), jnp.float32)
pltpu.make_async_copy(x_hbm, buf, sem).start()
... buf[...].astype(jnp.bfloat16) ...               # after the wait
```

## Source
DMA-05 and IDMA-02 (the `tpu` dialect); tracing lets it pass (DMAC-20). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A DMA converts nothing: both ends have one element type.
#[derive(Debug, thiserror::Error)]
#[error("a DMA moves bytes and converts nothing, but {from} holds {} and {to} {}", .from_type.short(), .to_type.short())]
pub struct DmaElementTypeMismatch {
    /// What to call the source.
    pub from: String,
    /// Its type.
    pub from_type: RefType,
    /// What to call the target.
    pub to: String,
    /// Its type.
    pub to_type: RefType,
}

impl Fault for DmaElementTypeMismatch {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        let (from, to) = (&self.from_type.element, &self.to_type.element);
        Some(if from.bits().is_some() && from.bits() == to.bits() {
            format!("to move the bytes as they are, view one end: `ref.bitcast(...)` from {from} to {to}")
        } else {
            format!("copy as {from}, then convert what has arrived: `buf[...].astype(...)` to {to}")
        })
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (source, source_type) = cx.dma_ref_type(dma.source)?;
    let (target, target_type) = cx.dma_ref_type(dma.target)?;
    if source_type.element != target_type.element {
        let fault = DmaElementTypeMismatch {
            from: cx.name(source.value),
            from_type: source_type.clone(),
            to: cx.name(target.value),
            to_type: target_type.clone(),
        };
        cx.report(fault).blame(source).blame(target);
    }
    Some(())
}
