//! What is signalled, waited on or read is a ref, not a number.

use crate::verify::cx::Cx;
use crate::verify::semaphore::SemaphoreOp;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SemaphoreOperandNotRef`].
pub static CODE: Code = Code::new(
    401,
    "semaphore_operand_not_ref",
    Level::Error,
    "## What it checks
The semaphore of a signal, wait or read is a ref.

## Why
A semaphore is a place that several cores and engines act on. Its count is a number that was true once.

## Wrong
```python
count = pl.semaphore_read(sem)
pl.semaphore_signal(count)
```

## Right
```python
pl.semaphore_signal(sem)
```

## Source
SEMA-01 (tracing), ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// What is signalled, waited on or read is a ref, not a number.
#[derive(Debug, thiserror::Error)]
#[error("cannot {verb} {what}: it is not a semaphore ref")]
pub struct SemaphoreOperandNotRef {
    /// What is done.
    pub verb: &'static str,
    /// What stands there instead of a ref.
    pub what: String,
}

impl Fault for SemaphoreOperandNotRef {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("pass the semaphore ref itself, such as one of `scratch_shapes`, not its count".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks signals, waits and reads.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let operand = cx.sound(semaphore.semaphore)?;
    if cx.graph().ref_type(operand.value).is_none() {
        let what = cx.what(operand.value);
        cx.report(SemaphoreOperandNotRef { verb: semaphore.verb(), what }).blame(operand);
    }
    Some(())
}
