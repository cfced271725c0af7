//! A DMA does not move bools.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{Element, RefType};

/// The code of [`DmaBoolElement`].
pub static CODE: Code = Code::new(
    315,
    "dma_bool_element",
    Level::Error,
    "## What it checks
The source of a DMA does not hold bools.

## Why
One bit is less than the engine can address. JAX stores bools as 32-bit integers at the edge of a kernel and
refuses to lower a copy of bools.

## Wrong
```python
mask = ...           # scratch: pltpu.VMEM((8, 128), jnp.bool_)
pltpu.make_async_copy(mask, o_hbm, sem).start()
```

## Right
```python
mask = ...           # scratch: pltpu.VMEM((8, 128), jnp.int32)
pltpu.make_async_copy(mask, o_hbm, sem).start()
```

## Source
DMAC-13 (lowering); the `tpu` dialect has no rule. Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A DMA does not move bools.
#[derive(Debug, thiserror::Error)]
#[error("a DMA cannot move bools, but {name} is {ty}")]
pub struct DmaBoolElement {
    /// What to call the ref.
    pub name: String,
    /// Its type.
    pub ty: RefType,
}

impl Fault for DmaBoolElement {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("keep the mask as `jnp.int32` in memory and compare after loading: `ref[...] != 0`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts; both ends have one element type, so one report says it.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (source, ty) = cx.dma_ref_type(dma.source)?;
    if ty.element == Element::Int(1) {
        let name = cx.name(source.value);
        let report = cx.report(DmaBoolElement { name, ty: ty.clone() }).blame(source);
        drop(report.missing("target"));
    }
    Some(())
}
