//! The semaphores of a DMA live in semaphore memory.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, RefType};

/// The code of [`DmaSemaphoreNotInSemaphoreMemory`].
pub static CODE: Code = Code::new(
    306,
    "dma_semaphore_not_in_semaphore_memory",
    Level::Error,
    "## What it checks
Semaphore operands of a DMA, and of a wait for one, are refs into semaphore memory.

## Why
Semaphores are counters of their own, not words of VMEM or SMEM: a semaphore type in another memory
names nothing that exists.

## Wrong
```python
sem: pl.BlockSpec(memory_space=pltpu.VMEM)        # for an operand that holds semaphores
```

## Right
```python
sem: pl.BlockSpec(memory_space=pltpu.SEMAPHORE)
```

## Source
The memory table of the dialect (`semaphore_mem`), and what JAX itself writes; VIEW-03 checks it for slices,
no upstream rule for DMAs. Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The semaphores of a DMA live in semaphore memory.
#[derive(Debug, thiserror::Error)]
#[error("the {role} {name} is a {ty}, but semaphores exist only in semaphore memory")]
pub struct DmaSemaphoreNotInSemaphoreMemory {
    /// Which semaphore operand.
    pub role: String,
    /// What to call the ref.
    pub name: String,
    /// Its type, with the memory.
    pub ty: RefType,
}

impl Fault for DmaSemaphoreNotInSemaphoreMemory {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(
            "allocate it as `pltpu.SemaphoreType.DMA`, or give its operand `memory_space=pltpu.SEMAPHORE`"
                .into(),
        )
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks every semaphore operand.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    for operand in dma.semaphores() {
        let Some((operand, ty)) = cx.ref_type(Some(operand)) else { continue };
        if ty.space != Some(MemorySpace::SemaphoreMem) {
            let (role, name) = (role_name(operand.role).to_owned(), cx.name(operand.value));
            let fault = DmaSemaphoreNotInSemaphoreMemory { role, name, ty: ty.clone() };
            cx.report(fault).blame(operand);
        }
    }
    Some(())
}
