//! A DMA from or to the SMEM of a TensorCore counts on DMA semaphores.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{CoreType, Element, MemorySpace};

/// The code of [`DmaSmemWithRegularSemaphore`].
pub static CODE: Code = Code::new(
    325,
    "dma_smem_with_regular_semaphore",
    Level::Error,
    "## What it checks
With a regular semaphore neither end of a DMA is typed `#tpu.memory_space<smem, tc>`.

## Why
The engine that reaches SMEM of a TensorCore reports in bytes only.

## Wrong
```python
scratch_shapes=[pltpu.SMEM((8,), jnp.int32), pltpu.SemaphoreType.REGULAR]
```

## Right
```python
scratch_shapes=[pltpu.SMEM((8,), jnp.int32), pltpu.SemaphoreType.DMA]
```

## Source
DMA-14 (the `tpu` dialect). jaxlib 0.10.2 refused every SMEM, also without a core in the type. Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A DMA from or to the SMEM of a TensorCore counts on DMA semaphores.
#[derive(Debug, thiserror::Error)]
#[error(
    "the {end} of this DMA, {name}, lies in the SMEM of a TensorCore, but {semaphore} is a regular semaphore"
)]
pub struct DmaSmemWithRegularSemaphore {
    /// Which end lies in SMEM.
    pub end: &'static str,
    /// What to call that end.
    pub name: String,
    /// What to call the semaphore.
    pub semaphore: String,
}

impl Fault for DmaSmemWithRegularSemaphore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("use a `pltpu.SemaphoreType.DMA` for copies from and to SMEM".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts. Only `#tpu.memory_space<smem, tc>` counts, with the core named.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (semaphore, ty) = cx.ref_type(dma.target_semaphore)?;
    if ty.element != Element::Semaphore {
        return None;
    }
    for (end, operand) in [("source", dma.source), ("target", dma.target)] {
        let Some((operand, ty)) = cx.dma_ref_type(operand) else { continue };
        if (ty.space, ty.core) == (Some(MemorySpace::Smem), Some(CoreType::Tc)) {
            let (name, semaphore_name) = (cx.name(operand.value), cx.name(semaphore.value));
            let fault = DmaSmemWithRegularSemaphore { end, name, semaphore: semaphore_name };
            cx.report(fault).blame(semaphore).with(operand);
            break;
        }
    }
    Some(())
}
