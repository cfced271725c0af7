//! A vector load or store has no strides.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemoryStridesGiven`].
pub static CODE: Code = Code::new(
    504,
    "memory_strides_given",
    Level::Error,
    "## What it checks
`strides` of `tpu.vector_load` and `tpu.vector_store` is empty.

## Why
Strided access has operations of its own.

## Wrong
```mlir
tpu.vector_store %b[%i, %i], %v {strides = array<i32: 2, 1>} : ...
```

## Right
```mlir
tpu.strided_store %b[%i, %i], %v {strides = array<i32: 2, 1>} : ...
```

## Source
MEM-01, MEM-12 and MEM-13 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A vector load or store has no strides.
#[derive(Debug, thiserror::Error)]
#[error("{operation} has strides, which it cannot follow")]
pub struct MemoryStridesGiven {
    /// The operation.
    pub operation: &'static str,
}

impl Fault for MemoryStridesGiven {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("use a strided load or store: `ref[pl.ds(start, size, stride)]`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.vector_load", "tpu.vector_store"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    if !form.ints("strides").is_empty() {
        cx.report(MemoryStridesGiven { operation: form.short_name() });
    }
    Some(())
}
