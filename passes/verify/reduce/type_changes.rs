//! A sum, maximum or minimum is of the type of what it is taken of.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`ReduceTypeChanges`].
pub static CODE: Code = Code::new(
    252,
    "reduce_type_changes",
    Level::Error,
    "## What it checks
Input and result of an `all_reduce` that is a sum, maximum or minimum of numbers have one type, shape
included; input and result of a scan have one element type.

## Why
`all_reduce` leaves its result in every place of the dimension, and nothing is widened on the way.

## Wrong
```mlir
%r = tpu.all_reduce %v {dim = 1 : i64, kind = #tpu.reduction_kind<max>} : vector<8x128xf32> -> vector<8x1xf32>
```

## Right
```mlir
%r = tpu.all_reduce %v {dim = 1 : i64, kind = #tpu.reduction_kind<max>} : vector<8x128xf32> -> vector<8x128xf32>
```

## Source
VEC-03 and SCAN-03 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A sum, maximum or minimum is of the type of what it is taken of.
#[derive(Debug, thiserror::Error)]
#[error("{operation} keeps the type of its input {input}, but the result is {output}")]
pub struct ReduceTypeChanges {
    /// The operation.
    pub operation: &'static str,
    /// The input.
    pub input: String,
    /// The result.
    pub output: String,
}

impl Fault for ReduceTypeChanges {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.all_reduce", "tpu.scan"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (input, output) = (cx.array(form.operand("input"))?, cx.array(form.result("output"))?);
    if *input.element == Element::Int(1) {
        return None;
    }
    let same = input.element == output.element;
    let fine = match (form.name, super::plain_kind(form.word("kind")?)) {
        ("tpu.all_reduce", "sum" | "max" | "min") => same && input.shape == output.shape,
        ("tpu.all_reduce", _) => true,
        (_, _) => same,
    };
    if !fine {
        let fault = ReduceTypeChanges {
            operation: form.short_name(),
            input: input.to_string(),
            output: output.to_string(),
        };
        cx.report(fault).blame(input.part).blame(output.part);
    }
    Some(())
}
