//! There is one barrier semaphore.

use crate::verify::cx::Cx;
use crate::verify::semaphore::{SemaphoreKind, SemaphoreOp};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SemaphoreBarrierNotScalar`].
pub static CODE: Code = Code::new(
    415,
    "semaphore_barrier_not_scalar",
    Level::Error,
    "## What it checks
The result of `tpu.sem_barrier` is a scalar.

## Why
The devices of a collective share one semaphore for each collective id.

## Wrong
```mlir
%s = tpu.sem_barrier : memref<2x!tpu.semaphore, #tpu.memory_space<semaphore_mem>>
```

## Right
```python
sem = pltpu.get_barrier_semaphore()
```

## Source
SEM-01 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// There is one barrier semaphore.
#[derive(Debug, thiserror::Error)]
#[error("a kernel has one barrier semaphore, but this one is typed as an array of shape {shape}")]
pub struct SemaphoreBarrierNotScalar {
    /// The shape it is typed with.
    pub shape: String,
}

impl Fault for SemaphoreBarrierNotScalar {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("take it from `pltpu.get_barrier_semaphore()`; for more semaphores use `scratch_shapes`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks what makes semaphores.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let made = cx.whole(semaphore.made)?;
    let ty = cx.graph().ref_type(made)?;
    if semaphore.kind == SemaphoreKind::Barrier && ty.rank() > 0 {
        cx.report(SemaphoreBarrierNotScalar { shape: ty.shape_tuple() }).poison(made);
    }
    Some(())
}
