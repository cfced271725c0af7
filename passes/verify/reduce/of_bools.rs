//! Bools are counted in i32.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`ReduceOfBools`].
pub static CODE: Code = Code::new(
    251,
    "reduce_of_bools",
    Level::Error,
    "## What it checks
The result of a reduction or scan of bools is i32.

## Why
A count of bools does not fit a bool.

## Wrong
```mlir
%r = tpu.all_reduce %mask {...} : vector<16xi1> -> vector<16xi16>
```

## Right
```mlir
%r = tpu.all_reduce %mask {...} : vector<16xi1> -> vector<16xi32>
```

## Source
VEC-01 and SCAN-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Bools are counted in i32.
#[derive(Debug, thiserror::Error)]
#[error("{operation} of bools gives i32, but the result is {what}")]
pub struct ReduceOfBools {
    /// The operation.
    pub operation: &'static str,
    /// The result.
    pub what: String,
}

impl Fault for ReduceOfBools {
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
    if *input.element == Element::Int(1) && *output.element != Element::Int(32) {
        let fault = ReduceOfBools { operation: form.short_name(), what: output.to_string() };
        cx.report(fault).blame(input.part).blame(output.part);
    }
    Some(())
}
