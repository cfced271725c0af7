//! Offsets that are a ref lie in VMEM.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, RefType};

/// The code of [`DmaOffsetsNotInVmem`].
pub static CODE: Code = Code::new(
    330,
    "dma_offsets_not_in_vmem",
    Level::Error,
    "## What it checks
If the offsets of `tpu.enqueue_indirect_dma` are a ref, it is in VMEM.

## Why
The engine fetches them while it runs, and reaches only the memory of its subcore.

## Wrong
```python
pltpu.async_copy(x_hbm.at[indices_hbm], buf, sem)
```

## Right
```python
pltpu.sync_copy(indices_hbm, indices)
pltpu.async_copy(x_hbm.at[indices], buf, sem)
```

## Source
IDMA-05 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Offsets that are a ref lie in VMEM.
#[derive(Debug, thiserror::Error)]
#[error("an indirect DMA reads its offsets from VMEM, but {name} is {ty}")]
pub struct DmaOffsetsNotInVmem {
    /// What to call the offsets.
    pub name: String,
    /// Their type.
    pub ty: RefType,
}

impl Fault for DmaOffsetsNotInVmem {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("copy the indices to VMEM first, or load them: `indices[...]`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks indirect starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (offsets, ty) = cx.ref_type(dma.offsets)?;
    if ty.space != Some(MemorySpace::Vmem) {
        let name = cx.name(offsets.value);
        cx.report(DmaOffsetsNotInVmem { name, ty: ty.clone() }).blame(offsets);
    }
    Some(())
}
