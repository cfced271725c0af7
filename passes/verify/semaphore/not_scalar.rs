//! One semaphore is signalled, waited on or read, not an array of them.

use crate::verify::cx::Cx;
use crate::verify::index::Unindexed;
use crate::verify::semaphore::SemaphoreOp;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SemaphoreNotScalar`].
pub static CODE: Code = Code::new(
    406,
    "semaphore_not_scalar",
    Level::Error,
    "## What it checks
The semaphore of a signal, wait or read is a scalar: no dimensions are left after the views.

## Why
A semaphore array is so many counters, and these operations act on one. What an array should mean was never
defined.

## Wrong
```python
sems = ...           # scratch: pltpu.SemaphoreType.REGULAR((2,))
pl.semaphore_signal(sems)
pl.semaphore_wait(sems.at[0:1])                    # still one dimension
```

## Right
```python
pl.semaphore_signal(sems.at[0])
pl.semaphore_wait(sems.at[0])
```

## Source
SEMA-02 (tracing), SEM-02 and SEM-05 (the `tpu` dialect). For a read only JAX checks it, while lowering
(SEMA-08); the dialect does not. Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// One semaphore is signalled, waited on or read, not an array of them.
#[derive(Debug, thiserror::Error)]
#[error("can only {verb} one semaphore, but {} still has shape {}: {}", .semaphore.name, .semaphore.shape, .semaphore.missing.reason())]
pub struct SemaphoreNotScalar {
    /// What is done.
    pub verb: &'static str,
    /// The ref and what is missing.
    pub semaphore: Unindexed,
}

impl Fault for SemaphoreNotScalar {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(self.semaphore.hint())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks signals, waits and reads.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let (operand, ty) = cx.ref_type(semaphore.semaphore)?;
    if ty.rank() > 0 {
        let unindexed = Unindexed::new(cx.graph(), cx.name(operand.value), operand.value, ty);
        let fault = SemaphoreNotScalar { verb: semaphore.verb(), semaphore: unindexed };
        cx.report(fault).blame(operand);
    }
    Some(())
}
