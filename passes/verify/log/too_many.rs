//! A SparseCore prints one value at a time.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`LogTooMany`].
pub static CODE: Code = Code::new(
    215,
    "log_too_many",
    Level::Error,
    "## What it checks
A log on a SparseCore has at most one value.

## Why
Its printer takes a tag and one value.

## Wrong
```python
pl.debug_print(\"x y\", x, y)        # on a SparseCore
```

## Right
```python
pl.debug_print(\"x\", x)
pl.debug_print(\"y\", y)
```

## Source
LOG-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A SparseCore prints one value at a time.
#[derive(Debug, thiserror::Error)]
#[error("a SparseCore prints one value at a time, but this log has {count}")]
pub struct LogTooMany {
    /// How many values there are.
    pub count: usize,
}

impl Fault for LogTooMany {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("print each value in a call of its own".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.log"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let count = form.all_operands().len();
    if count > 1 && cx.issuing_core() != CoreType::Tc {
        cx.report(LogTooMany { count });
    }
    Some(())
}
