//! A signal to another type of core says to which one.

use crate::verify::cx::Cx;
use crate::verify::semaphore::{SemaphoreKind, SemaphoreOp};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`SemaphoreSignalToAnotherCore`].
pub static CODE: Code = Code::new(
    410,
    "semaphore_signal_to_another_core",
    Level::Error,
    "## What it checks
A signal without device id and core id goes to a semaphore of the core that issues it.

## Why
There are several cores of a type, so the type alone does not say whose semaphore is meant.

## Wrong
```python
# in a TensorCore kernel
pl.semaphore_signal(sc_sem)                        # a semaphore of a SparseCore
```

## Right
```python
pl.semaphore_signal(sc_sem, device_id={sc_axis: 0})
```

## Source
SEM-03 (the `tpu` dialect), DEV-06 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A signal to another type of core says to which one.
#[derive(Debug, thiserror::Error)]
#[error("a {issuer} signals {name}, which belongs to a {owner}, but no device id or core id says to which")]
pub struct SemaphoreSignalToAnotherCore {
    /// What to call the semaphore.
    pub name: String,
    /// The core it belongs to.
    pub owner: CoreType,
    /// The core that signals.
    pub issuer: CoreType,
}

impl Fault for SemaphoreSignalToAnotherCore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(
            "name the core in `device_id=`, with an entry for every axis of its mesh, or pass `core_index=`"
                .into(),
        )
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks signals.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    if semaphore.kind != SemaphoreKind::Signal {
        return None;
    }
    let (operand, _) = cx.ref_type(semaphore.semaphore)?;
    let (owner, issuer) = (semaphore.target_core(cx), cx.issuing_core());
    if owner != issuer && semaphore.core_id.is_none() && semaphore.device_id.is_none() {
        let name = cx.name(operand.value);
        cx.report(SemaphoreSignalToAnotherCore { name, owner, issuer }).blame(operand);
    }
    Some(())
}
