//! A reshape of a ref keeps the number of elements.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ViewElementCount`].
pub static CODE: Code = Code::new(
    530,
    "view_element_count",
    Level::Error,
    "## What it checks
Source and result of `tpu.memref_reshape` have as many elements.

## Why
It shows the same memory.

## Wrong
```python
x_ref.reshape(4, 128)         # x_ref is float32[8, 128]
```

## Right
```python
x_ref.reshape(16, 64)
```

## Source
VIEW-24 (the `tpu` dialect); REF-17 and REF-29 (tracing and lowering). Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// A reshape of a ref keeps the number of elements.
#[derive(Debug, thiserror::Error)]
#[error("a reshape keeps the number of elements, but {name} has the shape {from} and the view {to}")]
pub struct ViewElementCount {
    /// What to call the ref.
    pub name: String,
    /// Before.
    pub from: String,
    /// After.
    pub to: String,
}

impl Fault for ViewElementCount {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_reshape"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, from) = cx.ref_type(form.operand("input"))?;
    let (result, to) = cx.ref_type(form.result("result"))?;
    if from.elements()? != to.elements()? {
        let (name, from, to) = (cx.name(source.value), from.shape_tuple(), to.shape_tuple());
        cx.report(ViewElementCount { name, from, to }).blame(source).blame(result);
    }
    Some(())
}
