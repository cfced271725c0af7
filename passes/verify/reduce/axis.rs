//! A reduction runs along a dimension that is there.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ReduceAxis`].
pub static CODE: Code = Code::new(
    255,
    "reduce_axis",
    Level::Error,
    "## What it checks
The dimension of a reduction is at least 0 and below the rank of its input. jaxlib does not look at that of
an `all_reduce`.

## Why
There is nothing to reduce along another, and counting from the end is for Python only.

## Wrong
```mlir
%r = tpu.reduce_index %v {axis = 2 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16xi32>
```

## Right
```mlir
%r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16xi32>
```

## Source
VEC-14 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A reduction runs along a dimension that is there.
#[derive(Debug, thiserror::Error)]
#[error("there is no dimension {axis} to reduce in {what}")]
pub struct ReduceAxis {
    /// The dimension.
    pub axis: i64,
    /// The input.
    pub what: String,
}

impl Fault for ReduceAxis {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.all_reduce", "tpu.reduce_index"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let input = cx.array(form.operand("input"))?;
    let axis = form.int("axis").or_else(|| form.int("dim"))?;
    if input.size(axis).is_none() {
        cx.report(ReduceAxis { axis, what: input.to_string() }).blame(input.part);
    }
    Some(())
}
