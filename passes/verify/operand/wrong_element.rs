//! An operation takes the element types it was made for.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::form::OpForm;
use crate::verify::kinds::{self};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::ValueType;

/// The code of [`OperandWrongElement`].
pub static CODE: Code = Code::new(
    223,
    "operand_wrong_element",
    Level::Error,
    "## What it checks
The elements of arrays and refs are of a type that the operation takes.

## Why
The hardware has the operation for these types only; a conversion costs something and is written down.

## Wrong
```python
plsc.sort_key_val(keys.astype(jnp.bfloat16), values)
```

## Right
```python
plsc.sort_key_val(keys.astype(jnp.float32), values)
```

## Source
ODS-02 and PK-23 (the `tpu` dialect, which crashes on a bitcast of index); VECT-05, VECT-08, VECT-20
(tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// An operation takes the element types it was made for.
#[derive(Debug, thiserror::Error)]
#[error("the {role} of {operation} must be made of {wanted}, but this is {what}")]
pub struct OperandWrongElement {
    /// The operation.
    pub operation: &'static str,
    /// The operand or result.
    pub role: String,
    /// What it takes.
    pub wanted: String,
    /// What stands there.
    pub what: String,
}

impl Fault for OperandWrongElement {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert with `.astype(...)` first".into())
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
        let element = match ty {
            ValueType::Ref(ty) => &ty.element,
            ValueType::Vector { element, .. } | ValueType::Scalar(element) => element,
            ValueType::Other(_) => continue,
        };
        if !demand.made.takes(element) {
            let role = role_name(demand.role).to_owned();
            let (wanted, what) = (demand.made.phrase(), cx.type_phrase(part));
            cx.report(OperandWrongElement { operation: form.short_name(), role, wanted, what }).blame(part);
        }
    }
    Some(())
}
