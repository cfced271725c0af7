//! What allocates semaphores makes refs to semaphores.

use crate::verify::cx::Cx;
use crate::verify::semaphore::{SemaphoreKind, SemaphoreOp};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SemaphoreAllocOfData`].
pub static CODE: Code = Code::new(
    412,
    "semaphore_alloc_of_data",
    Level::Error,
    "## What it checks
The result of `tpu.sem_alloc` is a ref to semaphores of either kind.

## Why
Semaphore memory holds nothing else.

## Wrong
```mlir
%s = tpu.sem_alloc : memref<f32, #tpu.memory_space<semaphore_mem>>
```

## Right
```python
pl.run_scoped(body, pltpu.SemaphoreType.REGULAR)
```

## Source
ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// What allocates semaphores makes refs to semaphores.
#[derive(Debug, thiserror::Error)]
#[error("a semaphore allocation makes semaphores, but this one is typed {ty}")]
pub struct SemaphoreAllocOfData {
    /// What it makes instead.
    pub ty: String,
}

impl Fault for SemaphoreAllocOfData {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("allocate data as `pltpu.VMEM` or `pltpu.SMEM`, semaphores as `pltpu.SemaphoreType`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks what makes semaphores.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let made = cx.whole(semaphore.made)?;
    let value = cx.graph().value(made)?;
    let is_semaphore = cx.graph().ref_type(made).is_some_and(|ty| ty.element.is_semaphore());
    if semaphore.kind == SemaphoreKind::Alloc && !is_semaphore {
        cx.report(SemaphoreAllocOfData { ty: value.ty.to_string() }).poison(made);
    }
    Some(())
}
