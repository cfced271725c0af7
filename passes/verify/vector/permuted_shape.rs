//! A transpose gives the permuted shape.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::shape_tuple;

/// The code of [`VectorPermutedShape`].
pub static CODE: Code = Code::new(
    270,
    "vector_permuted_shape",
    Level::Error,
    "## What it checks
Dimension i of the result is as long as dimension `permutation[i]` of the input.

## Why
It is that dimension.

## Wrong
```mlir
%r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<8x128xf32>
```

## Right
```mlir
%r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<128x8xf32>
```

## Source
TRN-06 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A transpose gives the permuted shape.
#[derive(Debug, thiserror::Error)]
#[error("a transpose of {input} gives the shape {wanted}, but the result is {output}")]
pub struct VectorPermutedShape {
    /// The input.
    pub input: String,
    /// The permuted shape.
    pub wanted: String,
    /// The result.
    pub output: String,
}

impl Fault for VectorPermutedShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.transpose"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (input, output) = (cx.array(form.operand("vector"))?, cx.array(form.result("result"))?);
    let permuted = form.ints("permutation").iter().map(|axis| input.size(*axis));
    let permuted = permuted.collect::<Option<Vec<u64>>>()?;
    if permuted != output.shape {
        let sizes: Vec<Option<u64>> = permuted.into_iter().map(Some).collect();
        let (input_text, output_text) = (input.to_string(), output.to_string());
        let fault =
            VectorPermutedShape { input: input_text, wanted: shape_tuple(&sizes), output: output_text };
        cx.report(fault).blame(output.part);
    }
    Some(())
}
