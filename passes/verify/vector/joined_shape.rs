//! A concatenation or repetition is as long as its parts together.

use crate::verify::cx::Array;
use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::shape_tuple;

/// The code of [`VectorJoinedShape`].
pub static CODE: Code = Code::new(
    274,
    "vector_joined_shape",
    Level::Error,
    "## What it checks
The result of a concatenation or repetition has the shape of its sources, but for the dimension they are
joined along, which is as long as all of them. jaxlib does not look at repetitions.

## Why
Nothing is dropped and nothing added.

## Wrong
```mlir
%r = \"tpu.concatenate\"(%v, %v) <{dimension = 0 : i32}> : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
```

## Right
```mlir
%r = \"tpu.concatenate\"(%v, %v) <{dimension = 0 : i32}> : (vector<8xf32>, vector<8xf32>) -> vector<16xf32>
```

## Source
TRAIT-05 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A concatenation or repetition is as long as its parts together.
#[derive(Debug, thiserror::Error)]
#[error("{operation} gives the shape {wanted}, but the result is {output}")]
pub struct VectorJoinedShape {
    /// The operation.
    pub operation: &'static str,
    /// The shape that comes out.
    pub wanted: String,
    /// The result.
    pub output: String,
}

impl Fault for VectorJoinedShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.concatenate", "tpu.repeat"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let axis = usize::try_from(form.int("dimension")?).ok()?;
    let output = cx.array(form.result("output"))?;
    let role = if form.name == "tpu.repeat" { "source" } else { "sources" };
    let sources: Vec<Array<'_>> = form.operands(role).map(|it| cx.array(Some(it))).collect::<Option<_>>()?;
    let mut wanted = sources.first()?.shape.to_vec();
    let once = sources.iter().try_fold(0u64, |sum, it| sum.checked_add(*it.shape.get(axis)?))?;
    let times = form.int("times").map_or(Some(1), |times| u64::try_from(times).ok())?;
    *wanted.get_mut(axis)? = once.checked_mul(times)?;
    if wanted != output.shape {
        let sizes: Vec<Option<u64>> = wanted.into_iter().map(Some).collect();
        let (operation, output_text) = (form.short_name(), output.to_string());
        let fault = VectorJoinedShape { operation, wanted: shape_tuple(&sizes), output: output_text };
        cx.report(fault).blame(output.part);
    }
    Some(())
}
