//! `argmax` and `argmin` compare f32 or bf16.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`ReduceArgElement`].
pub static CODE: Code = Code::new(
    253,
    "reduce_arg_element",
    Level::Error,
    "## What it checks
The input of an index reduction is f32 or bf16.

## Why
The hardware finds places of floats only.

## Wrong
```python
jnp.argmax(x, axis=1)                        # x is int32
```

## Right
```python
jnp.argmax(x.astype(jnp.float32), axis=1)    # exact below 2**24
```

## Source
VEC-05 and VEC-12 (the `tpu` dialect); VECT-15 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// `argmax` and `argmin` compare f32 or bf16.
#[derive(Debug, thiserror::Error)]
#[error("an index reduction compares f32 or bf16, but its input is {what}")]
pub struct ReduceArgElement {
    /// The input.
    pub what: String,
}

impl Fault for ReduceArgElement {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert with `.astype(jnp.float32)`, if the numbers are small enough to be exact".into())
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
    let floats = [Element::Float("f32".into(), 32), Element::Float("bf16".into(), 16)];
    if !floats.contains(input.element) {
        cx.report(ReduceArgElement { what: input.to_string() }).blame(input.part);
    }
    Some(())
}
