//! The result of an index reduction has the shape that is left.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::shape_tuple;

/// The code of [`ReduceResultShape`].
pub static CODE: Code = Code::new(
    258,
    "reduce_result_shape",
    Level::Error,
    "## What it checks
`reduce_index` gives the shape of its input without the reduced dimension, an `all_reduce` for `arg_max` or
`arg_min` the whole shape.

## Why
There is one index for each row.

## Wrong
```mlir
%r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16x1xi32>
```

## Right
```mlir
%r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16xi32>
```

## Source
VEC-04, VEC-17 and VEC-18 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The result of an index reduction has the shape that is left.
#[derive(Debug, thiserror::Error)]
#[error("an index reduction of {input} gives the shape {wanted}, but the result is {output}")]
pub struct ReduceResultShape {
    /// The input.
    pub input: String,
    /// The shape that is left.
    pub wanted: String,
    /// The result.
    pub output: String,
}

impl Fault for ReduceResultShape {
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
    if !super::is_arg(form) {
        return None;
    }
    let output = cx.array(form.result("output"))?;
    let wanted: Vec<u64> = match form.int("axis") {
        Some(axis) => {
            input.size(axis)?;
            let kept = (0i64..).zip(input.shape).filter(|(index, _)| *index != axis);
            kept.map(|(_, size)| *size).collect()
        }
        None => input.shape.to_vec(),
    };
    if output.shape != wanted {
        let sizes: Vec<Option<u64>> = wanted.into_iter().map(Some).collect();
        let fault = ReduceResultShape {
            input: input.to_string(),
            wanted: shape_tuple(&sizes),
            output: output.to_string(),
        };
        cx.report(fault).blame(output.part);
    }
    Some(())
}
