//! A strided access goes forwards.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemoryStrideTooSmall`].
pub static CODE: Code = Code::new(
    506,
    "memory_stride_too_small",
    Level::Error,
    "## What it checks
Strides of a load are 0 (the same place again) or more, those of a store 1 or more.

## Why
A store with stride 0 would write one place several times, and none goes backwards.

## Wrong
```python
ref[pl.ds(0, 8, stride=-1), :]
```

## Right
```python
jnp.flip(ref[pl.ds(0, 8), :], axis=0)
```

## Source
STR-04 and STR-05 (the `tpu` dialect); VECT-02 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A strided access goes forwards.
#[derive(Debug, thiserror::Error)]
#[error("the stride {stride} of {operation} is below {least}")]
pub struct MemoryStrideTooSmall {
    /// The operation.
    pub operation: &'static str,
    /// The stride.
    pub stride: i64,
    /// The least there is.
    pub least: i64,
}

impl Fault for MemoryStrideTooSmall {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.strided_load", "tpu.strided_store"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let least = i64::from(form.name == "tpu.strided_store");
    let stride = *form.ints("strides").iter().find(|stride| **stride < least)?;
    cx.report(MemoryStrideTooSmall { operation: form.short_name(), stride, least }).missing("base");
    Some(())
}
