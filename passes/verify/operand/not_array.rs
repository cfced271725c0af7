//! Operations on arrays take arrays.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::form::OpForm;
use crate::verify::kinds::{self, Shape};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::ValueType;

/// The code of [`OperandNotArray`].
pub static CODE: Code = Code::new(
    220,
    "operand_not_array",
    Level::Error,
    "## What it checks
What an operation takes or gives as an array is one: not a ref and not a number. All but a few operations
want at least one dimension.

## Why
Arrays live in vector registers; a ref is memory and has to be read first.

## Wrong
```mlir
%r = tpu.transpose %ref, [1, 0] : memref<8x128xf32> -> vector<128x8xf32>
```

## Right
```python
x = x_ref[...].T
```

## Source
ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Operations on arrays take arrays.
#[derive(Debug, thiserror::Error)]
#[error("the {role} of {operation} must be an array, but this is {what}")]
pub struct OperandNotArray {
    /// The operation.
    pub operation: &'static str,
    /// The operand or result.
    pub role: String,
    /// What stands there.
    pub what: String,
}

impl Fault for OperandNotArray {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        self.what.contains(" in ").then(|| "read the ref first: `ref[...]`".into())
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
        let fine = match (demand.shape, ty) {
            (Shape::Array, ValueType::Vector { shape, .. }) => !shape.is_empty(),
            (Shape::AnyArray | Shape::Ranks(..), ValueType::Vector { .. }) => true,
            (Shape::Array | Shape::AnyArray | Shape::Ranks(..), _) => false,
            (Shape::Either, ValueType::Vector { .. } | ValueType::Scalar(_)) => true,
            (Shape::Either, _) => false,
            (Shape::Ref | Shape::Scalar, _) => true,
        };
        if !fine {
            let role = role_name(demand.role).to_owned();
            let what = cx.type_phrase(part);
            cx.report(OperandNotArray { operation: form.short_name(), role, what }).blame(part);
        }
    }
    Some(())
}
