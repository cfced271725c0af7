//! The amount of a signal or wait is not negative.

use crate::verify::cx::Cx;
use crate::verify::semaphore::{SemaphoreKind, SemaphoreOp};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SemaphoreAmountNegative`].
pub static CODE: Code = Code::new(
    408,
    "semaphore_amount_negative",
    Level::Warning,
    "## What it checks
A constant amount of a signal or wait is not negative.

## Why
Whoever waits compares the count with what it needs. A signal that takes off can make a wait hang that had
already been satisfied, and a wait that adds releases others.

## Wrong
```python
pl.semaphore_signal(sem, -1)
```

## Right
```python
pl.semaphore_wait(sem, 1)
```

## Source
Our own; nothing upstream rejects it (corpus/invalid/sem_signal_negative). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The amount of a signal or wait is not negative.
#[derive(Debug, thiserror::Error)]
#[error("this {verb} {name} by {amount}, but signals only count up and waits only count down")]
pub struct SemaphoreAmountNegative {
    /// What is done to the count.
    pub verb: &'static str,
    /// The amount.
    pub amount: i64,
    /// What to call the semaphore.
    pub name: String,
}

impl Fault for SemaphoreAmountNegative {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(if self.verb == "increments" {
            "to take off, use `pl.semaphore_wait`".into()
        } else {
            "to add, use `pl.semaphore_signal`".into()
        })
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks signals and waits whose amount is a constant.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let amount = cx.sound(semaphore.amount)?;
    let number = cx.graph().constant(amount.value)?;
    if number < 0 {
        let verb = if semaphore.kind == SemaphoreKind::Wait { "decrements" } else { "increments" };
        let name = semaphore.semaphore.map_or_else(|| "a semaphore".into(), |it| cx.name(it.value));
        cx.report(SemaphoreAmountNegative { verb, amount: number, name }).blame(amount);
    }
    Some(())
}
