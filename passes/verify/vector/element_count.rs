//! A reshape keeps the number of elements.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`VectorElementCount`].
pub static CODE: Code = Code::new(
    268,
    "vector_element_count",
    Level::Error,
    "## What it checks
Source and result of `tpu.reshape` have as many elements.

## Why
It arranges them anew, and drops and adds none.

## Wrong
```python
x.reshape(8, 64)            # x is float32[8, 128]
```

## Right
```python
x.reshape(16, 64)
```

## Source
RSH-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A reshape keeps the number of elements.
#[derive(Debug, thiserror::Error)]
#[error("a reshape keeps the number of elements, but {source_type} has {had} and {result_type} {has}")]
pub struct VectorElementCount {
    /// Before.
    pub source_type: String,
    /// Elements before.
    pub had: u64,
    /// After.
    pub result_type: String,
    /// Elements after.
    pub has: u64,
}

impl Fault for VectorElementCount {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.reshape"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, result) = (cx.array(form.operand("source"))?, cx.array(form.result("result"))?);
    let (had, has) = (source.elements()?, result.elements()?);
    if had != has {
        let (source_type, result_type) = (source.to_string(), result.to_string());
        let fault = VectorElementCount { source_type, had, result_type, has };
        cx.report(fault).blame(source.part).blame(result.part);
    }
    Some(())
}
