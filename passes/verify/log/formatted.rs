//! A SparseCore prints a tag and a value, not a formatted line.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`LogFormatted`].
pub static CODE: Code = Code::new(
    214,
    "log_formatted",
    Level::Error,
    "## What it checks
`formatted` of a log is not set on a SparseCore.

## Why
The placeholders are filled in by the TensorCore's printer; a SparseCore has only the plain one.

## Wrong
```mlir
tpu.log \"x = $s0\" {formatted = true} : [%x] : i32    // on a SparseCore
```

## Right
```python
pl.debug_print(\"x\", x)
```

## Source
LOG-01 (the `tpu` dialect); VECT-12 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A SparseCore prints a tag and a value, not a formatted line.
#[derive(Debug, thiserror::Error)]
#[error("a SparseCore cannot fill in the placeholders of a log")]
pub struct LogFormatted;

impl Fault for LogFormatted {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("print the tag alone: `pl.debug_print(\"x\", x)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.log"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    if form.flag("formatted") && cx.issuing_core() != CoreType::Tc {
        cx.report(LogFormatted);
    }
    Some(())
}
