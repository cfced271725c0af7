//! A gather or scatter has one index for each element.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemoryIndexShape`].
pub static CODE: Code = Code::new(
    510,
    "memory_index_shape",
    Level::Error,
    "## What it checks
Each index array of an indexed load or store has the shape of the array that is moved.

## Why
Element i goes to or comes from where the i-th indices say.

## Wrong
```python
plsc.load_gather(ref, [rows])     # rows is int32[8], and 16 elements are expected
```

## Right
```python
plsc.load_gather(ref, [rows])     # rows is int32[16]
```

## Source
IDX-02 and IDX-13 (the `tpu` dialect); VECT-19 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A gather or scatter has one index for each element.
#[derive(Debug, thiserror::Error)]
#[error("the indices {indices} do not fit the array {array}: there is one index for each element")]
pub struct MemoryIndexShape {
    /// The indices.
    pub indices: String,
    /// The array.
    pub array: String,
}

impl Fault for MemoryIndexShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.vector_load_idx", "tpu.vector_store_idx"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let array = cx.array(form.part("value_to_store").or_else(|| form.result("value")))?;
    for operand in form.operands("indices") {
        let Some(indices) = cx.array(Some(operand)) else { continue };
        if indices.shape != array.shape {
            let fault = MemoryIndexShape { indices: indices.to_string(), array: array.to_string() };
            cx.report(fault).blame(operand).with(array.part);
        }
    }
    Some(())
}
