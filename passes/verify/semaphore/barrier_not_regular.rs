//! The barrier semaphore is a regular one.

use crate::verify::cx::Cx;
use crate::verify::semaphore::{SemaphoreKind, SemaphoreOp};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`SemaphoreBarrierNotRegular`].
pub static CODE: Code = Code::new(
    413,
    "semaphore_barrier_not_regular",
    Level::Error,
    "## What it checks
The result of `tpu.sem_barrier` is a ref to a regular semaphore.

## Why
A barrier counts the devices that have arrived, by signals.

## Wrong
```mlir
%s = tpu.sem_barrier : memref<!tpu.dma_semaphore, #tpu.memory_space<semaphore_mem>>
```

## Right
```python
sem = pltpu.get_barrier_semaphore()
```

## Source
ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The barrier semaphore is a regular one.
#[derive(Debug, thiserror::Error)]
#[error("the barrier semaphore is a regular semaphore, but this one is typed {ty}")]
pub struct SemaphoreBarrierNotRegular {
    /// How it is typed instead.
    pub ty: String,
}

impl Fault for SemaphoreBarrierNotRegular {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("take it from `pltpu.get_barrier_semaphore()`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks what makes semaphores.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let made = cx.whole(semaphore.made)?;
    let value = cx.graph().value(made)?;
    let is_regular = cx.graph().ref_type(made).is_some_and(|ty| ty.element == Element::Semaphore);
    if semaphore.kind == SemaphoreKind::Barrier && !is_regular {
        cx.report(SemaphoreBarrierNotRegular { ty: value.ty.to_string() }).poison(made);
    }
    Some(())
}
