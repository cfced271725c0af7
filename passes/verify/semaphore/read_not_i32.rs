//! The count of a semaphore is an i32.

use crate::verify::cx::Cx;
use crate::verify::semaphore::SemaphoreOp;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{Element, ValueType};

/// The code of [`SemaphoreReadNotI32`].
pub static CODE: Code = Code::new(
    416,
    "semaphore_read_not_i32",
    Level::Error,
    "## What it checks
The result of `tpu.sem_read` is an i32 scalar.

## Why
A semaphore counts in 32 bits, and a read converts nothing.

## Wrong
```mlir
%count = tpu.sem_read %sem : memref<!tpu.semaphore, #tpu.memory_space<semaphore_mem>> -> i64
```

## Right
```python
count = pl.semaphore_read(sem)
```

## Source
ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The count of a semaphore is an i32.
#[derive(Debug, thiserror::Error)]
#[error("the count of a semaphore is an i32, but this read is typed {ty}")]
pub struct SemaphoreReadNotI32 {
    /// How it is typed instead.
    pub ty: String,
}

impl Fault for SemaphoreReadNotI32 {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("read it as it is and convert the value: `pl.semaphore_read(sem).astype(...)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks reads.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let count = cx.whole(semaphore.made)?;
    let value = cx.graph().value(count)?;
    if value.ty != ValueType::Scalar(Element::Int(32)) {
        cx.report(SemaphoreReadNotI32 { ty: value.ty.to_string() }).poison(count);
    }
    Some(())
}
