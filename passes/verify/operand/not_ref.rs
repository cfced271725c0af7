//! Loads, stores and views work on refs.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::form::OpForm;
use crate::verify::kinds::{self, Shape};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`OperandNotRef`].
pub static CODE: Code = Code::new(
    221,
    "operand_not_ref",
    Level::Error,
    "## What it checks
What an operation takes or gives as a ref is one.

## Why
Only memory can be loaded from, stored to or viewed.

## Wrong
```mlir
%r = tpu.memref_squeeze %v : vector<1x8xf32> -> memref<8xf32>
```

## Right
```mlir
%r = tpu.memref_squeeze %ref : memref<1x8xf32> -> memref<8xf32>
```

## Source
ODS-02 (the `tpu` dialect); REF-01 and REF-02 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Loads, stores and views work on refs.
#[derive(Debug, thiserror::Error)]
#[error("the {role} of {operation} must be a ref, but this is {what}")]
pub struct OperandNotRef {
    /// The operation.
    pub operation: &'static str,
    /// The operand or result.
    pub role: String,
    /// What stands there.
    pub what: String,
}

impl Fault for OperandNotRef {
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
        if demand.shape == Shape::Ref && ty.as_ref_type().is_none() {
            let role = role_name(demand.role).to_owned();
            let what = cx.type_phrase(part);
            cx.report(OperandNotRef { operation: form.short_name(), role, what }).blame(part);
        }
    }
    Some(())
}
