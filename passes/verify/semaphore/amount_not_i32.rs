//! The amount of a signal or wait is an i32.

use crate::verify::cx::Cx;
use crate::verify::semaphore::{SemaphoreKind, SemaphoreOp};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{Element, ValueType};

/// The code of [`SemaphoreAmountNotI32`].
pub static CODE: Code = Code::new(
    407,
    "semaphore_amount_not_i32",
    Level::Error,
    "## What it checks
The amount of a signal or wait is an i32 scalar.

## Why
A semaphore counts in 32 bits. Other numbers have to be converted, and only the author knows that nothing is
lost.

## Wrong
```mlir
tpu.sem_wait %sem, %n      # %n : index
```

## Right
```python
pl.semaphore_wait(sem, jnp.int32(n))
```

## Source
SEMA-05 and SEMA-07 (tracing), ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The amount of a signal or wait is an i32.
#[derive(Debug, thiserror::Error)]
#[error("the amount to {verb} a semaphore by must be an i32, but this is {what}")]
pub struct SemaphoreAmountNotI32 {
    /// What is done.
    pub verb: &'static str,
    /// What stands there instead.
    pub what: String,
}

impl Fault for SemaphoreAmountNotI32 {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert it: `jnp.int32(...)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks signals and waits.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let amount = cx.sound(semaphore.amount)?;
    let value = cx.graph().value(amount.value)?;
    if value.ty != ValueType::Scalar(Element::Int(32)) {
        let what = cx.what(amount.value);
        let verb = if semaphore.kind == SemaphoreKind::Wait { "decrement" } else { "increment" };
        cx.report(SemaphoreAmountNotI32 { verb, what }).blame(amount);
    }
    Some(())
}
