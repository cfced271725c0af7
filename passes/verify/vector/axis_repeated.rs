//! Each dimension is named once.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`VectorAxisRepeated`].
pub static CODE: Code = Code::new(
    266,
    "vector_axis_repeated",
    Level::Error,
    "## What it checks
The dimensions of an iota, a gather and a transpose differ from each other, and so do those of a strided
rotation (which jaxlib does not check).

## Why
A transpose would lose a dimension, an iota would count one twice.

## Wrong
```mlir
%r = tpu.transpose %v, [0, 0] : vector<8x128xf32> -> vector<8x8xf32>
```

## Right
```mlir
%r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<128x8xf32>
```

## Source
IOTA-02, DG-02 and TRN-05 (the `tpu` dialect); VECT-02 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Each dimension is named once.
#[derive(Debug, thiserror::Error)]
#[error("{operation} names dimension {axis} twice")]
pub struct VectorAxisRepeated {
    /// The operation.
    pub operation: &'static str,
    /// The dimension.
    pub axis: i64,
}

impl Fault for VectorAxisRepeated {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.dynamic_gather", "tpu.dynamic_rotate", "tpu.iota", "tpu.transpose"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (name, role) = match form.name {
        "tpu.transpose" => ("permutation", "vector"),
        "tpu.dynamic_gather" => ("dimensions", "source"),
        "tpu.dynamic_rotate" => ("dimension", "value"),
        _ => ("dimensions", "output"),
    };
    let array = cx.array(form.part(role))?;
    let mut axes = form.ints(name).to_vec();
    axes.extend(form.int(name));
    axes.extend(form.int("stride_dimension"));
    let again = axes.iter().enumerate().find(|(index, axis)| axes.iter().take(*index).any(|it| it == *axis));
    if let Some((_, axis)) = again {
        cx.report(VectorAxisRepeated { operation: form.short_name(), axis: *axis }).blame(array.part);
    }
    Some(())
}
