//! A signal goes to a regular semaphore; only DMAs add to DMA semaphores.

use crate::verify::cx::Cx;
use crate::verify::semaphore::{SemaphoreKind, SemaphoreOp};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`SemaphoreSignalOnDmaSemaphore`].
pub static CODE: Code = Code::new(
    403,
    "semaphore_signal_on_dma_semaphore",
    Level::Error,
    "## What it checks
The semaphore of a signal is a regular one.

## Why
A DMA semaphore counts the bytes of copies. A signal would mix events into that count.

## Wrong
```python
sem = ...            # scratch: pltpu.SemaphoreType.DMA
pl.semaphore_signal(sem)
```

## Right
```python
sem = ...            # scratch: pltpu.SemaphoreType.REGULAR
pl.semaphore_signal(sem)
```

## Source
SEMA-03 (tracing), ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A signal goes to a regular semaphore; only DMAs add to DMA semaphores.
#[derive(Debug, thiserror::Error)]
#[error("cannot signal {name}: it is a DMA semaphore, and only DMAs add to those")]
pub struct SemaphoreSignalOnDmaSemaphore {
    /// What to call the semaphore.
    pub name: String,
}

impl Fault for SemaphoreSignalOnDmaSemaphore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("use a `pltpu.SemaphoreType.REGULAR` for signals".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks signals.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let (operand, ty) = cx.ref_type(semaphore.semaphore)?;
    if semaphore.kind == SemaphoreKind::Signal && ty.element == Element::DmaSemaphore {
        let name = cx.name(operand.value);
        cx.report(SemaphoreSignalOnDmaSemaphore { name }).blame(operand);
    }
    Some(())
}
