//! `is_finite` asks about f32 and answers with bools.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`ElementwiseWeirdTypes`].
pub static CODE: Code = Code::new(
    241,
    "elementwise_weird_types",
    Level::Error,
    "## What it checks
The input of `tpu.weird` is f32, its result i1.

## Why
The hardware looks at the exponent of a 32-bit float.

## Wrong
```python
jnp.isfinite(x)                    # x is bfloat16
```

## Right
```python
jnp.isfinite(x.astype(jnp.float32))
```

## Source
WRD-01, WRD-03, WRD-04 and WRD-05 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// `is_finite` asks about f32 and answers with bools.
#[derive(Debug, thiserror::Error)]
#[error("whether numbers are finite is asked of f32 and answered with bools, but the {role} is {what}")]
pub struct ElementwiseWeirdTypes {
    /// The operand or result.
    pub role: String,
    /// What it is.
    pub what: String,
}

impl Fault for ElementwiseWeirdTypes {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert first: `x.astype(jnp.float32)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.weird"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    for (role, wanted) in [("input", Element::Float("f32".into(), 32)), ("output", Element::Int(1))] {
        let Some((part, element)) = cx.element(form.part(role)) else { continue };
        if *element != wanted {
            let what = cx.type_phrase(part);
            cx.report(ElementwiseWeirdTypes { role: role_name(role).to_owned(), what }).blame(part);
        }
    }
    Some(())
}
