//! A strided rotation says how far and along what.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`VectorRotateStride`].
pub static CODE: Code = Code::new(
    267,
    "vector_rotate_stride",
    Level::Error,
    "## What it checks
A rotation has both a stride and a stride dimension, or neither; the stride is not negative.

## Why
Row k is rotated by the amount plus k strides, and rotating backwards is rotating forwards by the rest.

## Wrong
```python
pltpu.roll(x, 1, axis=1, stride=1)
```

## Right
```python
pltpu.roll(x, 1, axis=1, stride=1, stride_axis=0)
```

## Source
ROT-02 and ROT-04 (the `tpu` dialect); VECT-02 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A strided rotation says how far and along what.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct VectorRotateStride {
    /// What is wrong.
    pub what: String,
}

impl Fault for VectorRotateStride {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("give `stride` and `stride_axis` together, and add the size of the dimension to a negative stride".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.dynamic_rotate"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (stride, dimension) = (form.int("stride"), form.int("stride_dimension"));
    let what = match (stride, dimension) {
        (Some(stride), Some(_)) if stride < 0 => {
            format!("a rotation cannot have the negative stride {stride}")
        }
        (Some(_), None) => "a rotation has a stride, but no dimension to step along".to_owned(),
        (None, Some(_)) => "a rotation has a dimension to step along, but no stride".to_owned(),
        (Some(_), Some(_)) | (None, None) => return None,
    };
    cx.report(VectorRotateStride { what });
    Some(())
}
