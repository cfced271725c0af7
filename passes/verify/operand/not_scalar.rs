//! Indices, amounts and ids are single numbers of the right width.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::form::OpForm;
use crate::verify::kinds::{self, Shape};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::ValueType;

/// The code of [`OperandNotScalar`].
pub static CODE: Code = Code::new(
    222,
    "operand_not_scalar",
    Level::Error,
    "## What it checks
What an operation takes or gives as a number is one number, of the type it wants: `index` for loads and
stores, i32 for slices, ids and amounts.

## Why
A scalar register holds 32 bits; whether a wider number can be cut is for the author to say.

## Wrong
```mlir
%r = \"tpu.memref_slice\"(%ref, %i, %i) ... : (memref<8x128xf32>, index, index) -> ...
```

## Right
```mlir
%j = arith.index_cast %i : index to i32
%r = tpu.memref_slice %ref[%j, %j] : ...
```

## Source
ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Indices, amounts and ids are single numbers of the right width.
#[derive(Debug, thiserror::Error)]
#[error("the {role} of {operation} must be {wanted}, but this is {what}")]
pub struct OperandNotScalar {
    /// The operation.
    pub operation: &'static str,
    /// The operand or result.
    pub role: String,
    /// What it wants.
    pub wanted: String,
    /// What stands there.
    pub what: String,
}

impl Fault for OperandNotScalar {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(format!("convert it to {} first", self.wanted))
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
        let wrong = match ty {
            _ if demand.shape != Shape::Scalar => false,
            ValueType::Scalar(element) => !demand.made.takes(element),
            ValueType::Ref(_) | ValueType::Vector { .. } | ValueType::Other(_) => true,
        };
        if wrong {
            let role = role_name(demand.role).to_owned();
            let (wanted, what) = (demand.made.phrase(), cx.type_phrase(part));
            cx.report(OperandNotScalar { operation: form.short_name(), role, wanted, what }).blame(part);
        }
    }
    Some(())
}
