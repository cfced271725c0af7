//! A promised divisor is at least 1.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ElementwiseMultipleNotPositive`].
pub static CODE: Code = Code::new(
    244,
    "elementwise_multiple_not_positive",
    Level::Error,
    "## What it checks
The multiple of `tpu.assume_multiple` is positive. jaxlib lets a negative one pass, as it reads it as a
large positive one; no number is a multiple of that.

## Why
Every number is a multiple of 1, and none but 0 is one of 0.

## Wrong
```python
i = pl.multiple_of(i, 0)
```

## Right
```python
i = pl.multiple_of(i, 8)
```

## Source
ASM-01 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A promised divisor is at least 1.
#[derive(Debug, thiserror::Error)]
#[error("a number is promised to be a multiple of {multiple}, which is no divisor")]
pub struct ElementwiseMultipleNotPositive {
    /// The promised divisor.
    pub multiple: i64,
}

impl Fault for ElementwiseMultipleNotPositive {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("name the divisor that is sure: `pl.multiple_of(i, 8)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.assume_multiple"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let multiple = form.int("multiple")?;
    if multiple < 1 {
        cx.report(ElementwiseMultipleNotPositive { multiple });
    }
    Some(())
}
