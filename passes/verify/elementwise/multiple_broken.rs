//! A constant keeps what is promised of it.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ElementwiseMultipleBroken`].
pub static CODE: Code = Code::new(
    245,
    "elementwise_multiple_broken",
    Level::Error,
    "## What it checks
A constant that `tpu.assume_multiple` calls a multiple of n is one.

## Why
The compiler drops the low bits of an address on the strength of the promise.

## Wrong
```python
i = pl.multiple_of(12, 8)
```

## Right
```python
i = pl.multiple_of(16, 8)
```

## Source
ASM-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A constant keeps what is promised of it.
#[derive(Debug, thiserror::Error)]
#[error("{value} is promised to be a multiple of {multiple}, and is not")]
pub struct ElementwiseMultipleBroken {
    /// The constant.
    pub value: i64,
    /// The promised divisor.
    pub multiple: i64,
}

impl Fault for ElementwiseMultipleBroken {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("correct the number or the promise".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.assume_multiple"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (multiple, operand) = (form.int("multiple")?, cx.sound(form.operand("value"))?);
    let value = cx.graph().constant(operand.value)?;
    if multiple > 0 && value % multiple != 0 {
        cx.report(ElementwiseMultipleBroken { value, multiple }).blame(operand);
    }
    Some(())
}
