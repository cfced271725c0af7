//! A gather or scatter goes between shared memory and the own VMEM of a subcore.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use crate::verify::indirect::Direction;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`DmaIndirectMemoryPair`].
pub static CODE: Code = Code::new(
    328,
    "dma_indirect_memory_pair",
    Level::Error,
    "## What it checks
One end of an indirect DMA lies in memory that subcores share (HBM, VMEM_SHARED, or VMEM of a TensorCore), the
other in VMEM, and both types say so.

## Why
The engine of a subcore follows offsets in shared memory only; its own side is one dense block.

## Wrong
```python
pltpu.async_copy(smem_ref.at[indices], buf, sem)
```

## Right
```python
pltpu.async_copy(x_hbm.at[indices], buf, sem)
```

## Source
IDMA-03, IDMA-04, WAIT-23 and WAIT-24 (the `tpu` dialect), DMAC-24 and DMAC-25 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A gather or scatter goes between shared memory and the own VMEM of a subcore.
#[derive(Debug, thiserror::Error)]
#[error("{dma} goes between shared memory and VMEM, but {from} is {from_type} and {to} is {to_type}")]
pub struct DmaIndirectMemoryPair {
    /// The start or the wait, as the subject of a sentence.
    pub dma: &'static str,
    /// What to call the source.
    pub from: String,
    /// Its type.
    pub from_type: RefType,
    /// What to call the target.
    pub to: String,
    /// Its type.
    pub to_type: RefType,
}

impl Fault for DmaIndirectMemoryPair {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("gather from HBM or VMEM_SHARED into VMEM, or scatter from VMEM into one of them".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks indirect starts and waits.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (source, source_type) = cx.dma_ref_type(dma.source)?;
    let (target, target_type) = cx.dma_ref_type(dma.target)?;
    if Direction::of(source_type, target_type).is_none() {
        let fault = DmaIndirectMemoryPair {
            dma: dma.subject(),
            from: cx.name(source.value),
            from_type: source_type.clone(),
            to: cx.name(target.value),
            to_type: target_type.clone(),
        };
        cx.report(fault).blame(source).blame(target);
    }
    Some(())
}
