//! Device, core and subcore ids are i32 numbers.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::semaphore::SemaphoreOp;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{Element, ValueType};

/// The code of [`SemaphoreDeviceIdNotI32`].
pub static CODE: Code = Code::new(
    409,
    "semaphore_device_id_not_i32",
    Level::Error,
    "## What it checks
Device, core and subcore ids of a signal are i32 scalars.

## Why
Ids are small numbers in a register of 32 bits; an index or a wider integer has to be narrowed first, and
only the author knows that nothing is lost.

## Wrong
```mlir
tpu.sem_signal %sem, %n device_id %i      # %i : index
```

## Right
```python
pl.semaphore_signal(sem, device_id=jnp.int32(neighbour))
```

## Source
SEMA-06 (tracing), ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Device, core and subcore ids are i32 numbers.
#[derive(Debug, thiserror::Error)]
#[error("the {role} of a signal must be an i32, but this is {what}")]
pub struct SemaphoreDeviceIdNotI32 {
    /// Which id.
    pub role: String,
    /// What stands there instead.
    pub what: String,
}

impl Fault for SemaphoreDeviceIdNotI32 {
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

/// Checks signals.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let ids = [semaphore.device_id, semaphore.core_id, semaphore.subcore_id];
    for operand in ids.into_iter().flatten() {
        let Some(value) = cx.graph().value(operand.value) else { continue };
        if cx.is_sound(operand) && value.ty != ValueType::Scalar(Element::Int(32)) {
            let (role, what) = (role_name(operand.role).to_owned(), cx.what(operand.value));
            cx.report(SemaphoreDeviceIdNotI32 { role, what }).blame(operand);
        }
    }
    Some(())
}
