//! What is signalled, waited on or read is a ref to semaphores, not to data.

use crate::verify::cx::Cx;
use crate::verify::semaphore::SemaphoreOp;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`SemaphoreOperandIsDataRef`].
pub static CODE: Code = Code::new(
    402,
    "semaphore_operand_is_data_ref",
    Level::Error,
    "## What it checks
The semaphore of a signal, wait or read is a ref to semaphores.

## Why
Only semaphores are counted up and waited on by hardware. A number in SMEM is a flag in name only.

## Wrong
```python
flag = ...           # scratch: pltpu.SMEM((1,), jnp.int32)
pl.semaphore_signal(flag.at[0])
```

## Right
```python
flag = ...           # scratch: pltpu.SemaphoreType.REGULAR
pl.semaphore_signal(flag)
```

## Source
SEMA-03 and SEMA-08 (tracing and lowering), ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// What is signalled, waited on or read is a ref to semaphores, not to data.
#[derive(Debug, thiserror::Error)]
#[error("cannot {verb} {name}: it is {ty}, not a semaphore")]
pub struct SemaphoreOperandIsDataRef {
    /// What is done.
    pub verb: &'static str,
    /// What to call the ref.
    pub name: String,
    /// What it holds.
    pub ty: RefType,
}

impl Fault for SemaphoreOperandIsDataRef {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("declare a `pltpu.SemaphoreType.REGULAR` in `scratch_shapes`; plain memory does not make a core wait".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks signals, waits and reads.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let (operand, ty) = cx.ref_type(semaphore.semaphore)?;
    if !ty.element.is_semaphore() {
        let name = cx.name(operand.value);
        let fault = SemaphoreOperandIsDataRef { verb: semaphore.verb(), name, ty: ty.clone() };
        cx.report(fault).blame(operand);
    }
    Some(())
}
