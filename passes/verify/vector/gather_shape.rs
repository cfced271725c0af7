//! A gather changes only what it gathers along.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`VectorGatherShape`].
pub static CODE: Code = Code::new(
    271,
    "vector_gather_shape",
    Level::Error,
    "## What it checks
Source and result of `tpu.dynamic_gather` have the same dimensions, and the same sizes wherever it does not
gather. A static gather gives one slice for each index and keeps the rest, and its indices are inside the
source; jaxlib leaves it alone.

## Why
In the other dimensions each index picks from its own row.

## Wrong
```mlir
%r = tpu.dynamic_gather %v[%i] in [0] : vector<8x64xf32>, vector<8x128xi32> -> vector<8x128xf32>
```

## Right
```mlir
%r = tpu.dynamic_gather %v[%i] in [0] : vector<16x128xf32>, vector<8x128xi32> -> vector<8x128xf32>
```

## Source
DG-03 and DG-04 (the `tpu` dialect); VECT-16 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A gather changes only what it gathers along.
#[derive(Debug, thiserror::Error)]
#[error("a gather from {input} cannot give {output}: {why}")]
pub struct VectorGatherShape {
    /// The source.
    pub input: String,
    /// The result.
    pub output: String,
    /// What is wrong.
    pub why: String,
}

impl Fault for VectorGatherShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.dynamic_gather", "tpu.gather"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (input, output) = (cx.array(form.operand("source"))?, cx.array(form.result("output"))?);
    let axes: Vec<i64> = form.ints("dimensions").iter().copied().chain(form.int("dimension")).collect();
    let apart = |index: &usize| !axes.iter().any(|axis| usize::try_from(*axis) == Ok(*index));
    let differs = |index: &usize| input.shape.get(*index) != output.shape.get(*index);
    let indices = form.ints("indices");
    let along = form.int("dimension");
    let slices = along.and_then(|axis| output.size(axis));
    let inside = |axis| input.size(axis).and_then(|size| i64::try_from(size).ok());
    let outside = along.and_then(inside).and_then(|size| indices.iter().find(|it| !(0..size).contains(*it)));
    let why = if input.rank() != output.rank() {
        "it keeps the number of dimensions".to_owned()
    } else if let Some(index) = (0..input.rank()).find(|index| apart(index) && differs(index)) {
        format!("it does not gather along dimension {index}, so that size stays")
    } else if slices.is_some_and(|slices| usize::try_from(slices) != Ok(indices.len())) {
        format!("it has {} indices", indices.len())
    } else if let Some(index) = outside {
        format!("there is no index {index}")
    } else {
        return None;
    };
    let fault = VectorGatherShape { input: input.to_string(), output: output.to_string(), why };
    cx.report(fault).blame(input.part).blame(output.part);
    Some(())
}
