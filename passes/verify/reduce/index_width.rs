//! The index that `argmax` finds is as wide as what it compares.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`ReduceIndexWidth`].
pub static CODE: Code = Code::new(
    254,
    "reduce_index_width",
    Level::Error,
    "## What it checks
The result of an index reduction is an integer of as many bits as the input: i32 for f32, i16 for bf16.

## Why
Index and value travel through the same lanes.

## Wrong
```mlir
%r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16xi16>
```

## Right
```mlir
%r = tpu.reduce_index %v {axis = 1 : i32, kind = #tpu.reduction_kind<arg_max>} : vector<16x256xf32> -> vector<16xi32>
```

## Source
VEC-06 and VEC-13 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The index that `argmax` finds is as wide as what it compares.
#[derive(Debug, thiserror::Error)]
#[error("indices into {input} come as {wanted}, but the result is {output}")]
pub struct ReduceIndexWidth {
    /// The input.
    pub input: String,
    /// The type of an index.
    pub wanted: String,
    /// The result.
    pub output: String,
}

impl Fault for ReduceIndexWidth {
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
    let wanted = Element::Int(input.element.bits()?);
    if *output.element != wanted {
        let (input_text, output_text) = (input.to_string(), output.to_string());
        let fault = ReduceIndexWidth { input: input_text, wanted: wanted.to_string(), output: output_text };
        cx.report(fault).blame(output.part);
    }
    Some(())
}
