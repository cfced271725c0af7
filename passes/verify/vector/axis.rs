//! A dimension that an operation names is there.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`VectorAxis`].
pub static CODE: Code = Code::new(
    265,
    "vector_axis",
    Level::Error,
    "## What it checks
The dimensions that a rotation, an iota, a gather, a concatenation, a repetition or a transpose names are at
least 0 and below the rank. jaxlib does not look at static gathers and repetitions.

## Why
There is nothing to work along otherwise; counting from the end is for Python only.

## Wrong
```python
pltpu.roll(x, 1, axis=2)           # x is float32[8, 128]
```

## Right
```python
pltpu.roll(x, 1, axis=1)
```

## Source
ROT-01, ROT-03, IOTA-01, DG-01, CAT-05 and TRN-04 (the `tpu` dialect); VECT-02 (tracing). Read at jax-ml/jax
cec06d1 (2026-08-08).
",
);

/// A dimension that an operation names is there.
#[derive(Debug, thiserror::Error)]
#[error("{operation} names dimension {axis}, but {what} has {rank}")]
pub struct VectorAxis {
    /// The operation.
    pub operation: &'static str,
    /// The dimension.
    pub axis: i64,
    /// The array.
    pub what: String,
    /// Its dimensions.
    pub rank: usize,
}

impl Fault for VectorAxis {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(format!("dimensions are counted from 0 to {}", self.rank.saturating_sub(1)))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &[
    "tpu.concatenate",
    "tpu.dynamic_gather",
    "tpu.dynamic_rotate",
    "tpu.gather",
    "tpu.iota",
    "tpu.repeat",
    "tpu.transpose",
];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    for (_, attribute, role) in AXES.iter().filter(|(op, ..)| *op == form.name) {
        let Some(array) = cx.array(form.part(role)) else { continue };
        let single = form.int(attribute);
        for axis in form.ints(attribute).iter().copied().chain(single) {
            if array.size(axis).is_none() {
                let (operation, what) = (form.short_name(), array.to_string());
                cx.report(VectorAxis { operation, axis, what, rank: array.rank() }).blame(array.part);
                break;
            }
        }
    }
    Some(())
}

/// Operation, attribute, and whose dimensions it counts.
const AXES: &[(&str, &str, &str)] = &[
    ("tpu.concatenate", "dimension", "sources"),
    ("tpu.dynamic_gather", "dimensions", "source"),
    ("tpu.dynamic_rotate", "dimension", "value"),
    ("tpu.dynamic_rotate", "stride_dimension", "value"),
    ("tpu.gather", "dimension", "source"),
    ("tpu.iota", "dimensions", "output"),
    ("tpu.repeat", "dimension", "source"),
    ("tpu.transpose", "permutation", "vector"),
];
