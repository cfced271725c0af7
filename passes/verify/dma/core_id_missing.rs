//! A DMA that reports to another type of core says to which one.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`DmaCoreIdMissing`].
pub static CODE: Code = Code::new(
    322,
    "dma_core_id_missing",
    Level::Error,
    "## What it checks
A DMA whose target semaphore belongs to another type of core has a core id.

## Why
There are several cores of a type, so the type alone does not say whose semaphore is meant.

## Wrong
```mlir
tpu.enqueue_dma ... target_semaphore(%s : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem, sc_scalar_subcore>>)
```

## Right
```python
pltpu.make_async_remote_copy(x, o, send, recv, device_id={sc_axis: 0})
```

## Source
DMA-12 (the `tpu` dialect), DEV-06 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A DMA that reports to another type of core says to which one.
#[derive(Debug, thiserror::Error)]
#[error(
    "a {issuer} starts this DMA, but its target semaphore {semaphore} belongs to a {owner}, and no core id says to which"
)]
pub struct DmaCoreIdMissing {
    /// What to call the target semaphore.
    pub semaphore: String,
    /// The core it belongs to.
    pub owner: CoreType,
    /// The core that issues the DMA.
    pub issuer: CoreType,
}

impl Fault for DmaCoreIdMissing {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("name the core in `device_id=`, with an entry for every axis of its mesh".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (semaphore, _) = cx.ref_type(dma.target_semaphore)?;
    let (owner, issuer) = (dma.target_core(cx), cx.issuing_core());
    if owner != issuer && dma.core_id.is_none() {
        let name = cx.name(semaphore.value);
        let fault = DmaCoreIdMissing { semaphore: name, owner, issuer };
        cx.report(fault).missing("core_id").blame(semaphore);
    }
    Some(())
}
