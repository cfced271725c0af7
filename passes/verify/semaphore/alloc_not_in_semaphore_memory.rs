//! Semaphores are allocated in semaphore memory.

use crate::verify::cx::Cx;
use crate::verify::semaphore::SemaphoreOp;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, RefType};

/// The code of [`SemaphoreAllocNotInSemaphoreMemory`].
pub static CODE: Code = Code::new(
    414,
    "semaphore_alloc_not_in_semaphore_memory",
    Level::Error,
    "## What it checks
The results of `tpu.sem_alloc` and `tpu.sem_barrier` are refs into semaphore memory.

## Why
Semaphores are counters of their own; no other memory can hold one.

## Wrong
```mlir
%s = tpu.sem_alloc : memref<!tpu.semaphore, #tpu.memory_space<vmem>>
```

## Right
```python
pl.run_scoped(body, pltpu.SemaphoreType.REGULAR)
```

## Source
The memory table of the dialect (`semaphore_mem`); no upstream rule, and an allocation that is never used is
accepted (corpus/invalid/sem_alloc_in_vmem). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Semaphores are allocated in semaphore memory.
#[derive(Debug, thiserror::Error)]
#[error("this makes a {ty}, but semaphores exist only in semaphore memory")]
pub struct SemaphoreAllocNotInSemaphoreMemory {
    /// Its type, with the memory.
    pub ty: RefType,
}

impl Fault for SemaphoreAllocNotInSemaphoreMemory {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("let `pltpu.SemaphoreType` choose the memory".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks what makes semaphores.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let made = cx.whole(semaphore.made)?;
    let ty = cx.graph().ref_type(made)?;
    if ty.space != Some(MemorySpace::SemaphoreMem) {
        cx.report(SemaphoreAllocNotInSemaphoreMemory { ty: ty.clone() }).poison(made);
    }
    Some(())
}
