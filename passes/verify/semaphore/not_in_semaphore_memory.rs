//! Semaphores that are signalled, waited on or read live in semaphore memory.

use crate::verify::cx::Cx;
use crate::verify::semaphore::SemaphoreOp;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, RefType};

/// The code of [`SemaphoreNotInSemaphoreMemory`].
pub static CODE: Code = Code::new(
    405,
    "semaphore_not_in_semaphore_memory",
    Level::Error,
    "## What it checks
The semaphore of a signal, wait or read is a ref into semaphore memory.

## Why
Semaphores are counters of their own, not words of VMEM or SMEM: a semaphore type in another memory names
nothing that exists.

## Wrong
```python
sem: pl.BlockSpec(memory_space=pltpu.SMEM)         # for an operand that holds semaphores
```

## Right
```python
sem: pl.BlockSpec(memory_space=pltpu.SEMAPHORE)
```

## Source
The memory table of the dialect (`semaphore_mem`), and what JAX itself writes; VIEW-03 checks it for slices,
no upstream rule for these operations. Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Semaphores that are signalled, waited on or read live in semaphore memory.
#[derive(Debug, thiserror::Error)]
#[error("cannot {verb} {name}: it is a {ty}, but semaphores exist only in semaphore memory")]
pub struct SemaphoreNotInSemaphoreMemory {
    /// What is done.
    pub verb: &'static str,
    /// What to call the ref.
    pub name: String,
    /// Its type, with the memory.
    pub ty: RefType,
}

impl Fault for SemaphoreNotInSemaphoreMemory {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(
            "allocate it with `pltpu.SemaphoreType`, or give its operand `memory_space=pltpu.SEMAPHORE`"
                .into(),
        )
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks signals, waits and reads.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let (operand, ty) = cx.ref_type(semaphore.semaphore)?;
    if ty.space != Some(MemorySpace::SemaphoreMem) {
        let name = cx.name(operand.value);
        let fault = SemaphoreNotInSemaphoreMemory { verb: semaphore.verb(), name, ty: ty.clone() };
        cx.report(fault).blame(operand);
    }
    Some(())
}
