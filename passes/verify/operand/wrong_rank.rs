//! Registers and masks have a fixed number of dimensions.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::form::OpForm;
use crate::verify::kinds::{self, Shape};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::ValueType;

/// The code of [`OperandWrongRank`].
pub static CODE: Code = Code::new(
    224,
    "operand_wrong_rank",
    Level::Error,
    "## What it checks
What a matrix unit gives has two dimensions, a register mask two or three.

## Why
The shape is that of the registers.

## Wrong
```mlir
%r = tpu.matmul_pop 0 {mxu_index = 0 : i32} : vector<8x8x128xf32>
```

## Right
```mlir
%r = tpu.matmul_pop 0 {mxu_index = 0 : i32} : vector<8x128xf32>
```

## Source
ODS-03 and ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Registers and masks have a fixed number of dimensions.
#[derive(Debug, thiserror::Error)]
#[error("the {role} of {operation} must have {wanted} dimensions, but this is {what}")]
pub struct OperandWrongRank {
    /// The operation.
    pub operation: &'static str,
    /// The operand or result.
    pub role: String,
    /// How many.
    pub wanted: String,
    /// What stands there.
    pub what: String,
}

impl Fault for OperandWrongRank {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = kinds::OPS;

/// Checks every operand and result with a line in the table.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    for (demand, part, ty) in kinds::parts(form, cx) {
        if let (Shape::Ranks(least, most), ValueType::Vector { shape, .. }) = (demand.shape, ty)
            && !(least..=most).contains(&shape.len())
        {
            let role = role_name(demand.role).to_owned();
            let wanted = if least == most { least.to_string() } else { format!("{least} or {most}") };
            let what = cx.type_phrase(part);
            cx.report(OperandWrongRank { operation: form.short_name(), role, wanted, what }).blame(part);
        }
    }
    Some(())
}
