//! The reciprocal is computed in f32.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`ElementwiseReciprocalNotF32`].
pub static CODE: Code = Code::new(
    242,
    "elementwise_reciprocal_not_f32",
    Level::Error,
    "## What it checks
The input of `tpu.reciprocal` is f32. Modules of jaxlib 0.11.2 and later, by the version they carry, may use
bf16.

## Why
Older releases of the compiler have no other form.

## Wrong
```python
pl.reciprocal(x)                           # x is bfloat16
```

## Right
```python
pl.reciprocal(x.astype(jnp.float32)).astype(jnp.bfloat16)
```

## Source
RCP-01 (the `tpu` dialect); VECT-06 (lowering). jaxlib 0.11.1 took bf16 first. Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// The reciprocal is computed in f32.
#[derive(Debug, thiserror::Error)]
#[error("the reciprocal is computed in f32, but its input is {what}")]
pub struct ElementwiseReciprocalNotF32 {
    /// What it is.
    pub what: String,
}

impl Fault for ElementwiseReciprocalNotF32 {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert first: `pl.reciprocal(x.astype(jnp.float32))`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.reciprocal"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let array = cx.array(form.operand("input"))?;
    let newer = cx.since(BF16_SINCE) && *array.element == Element::Float("bf16".into(), 16);
    if *array.element != Element::Float("f32".into(), 32) && !newer {
        cx.report(ElementwiseReciprocalNotF32 { what: array.to_string() }).blame(array.part);
    }
    Some(())
}

/// The module version of jaxlib 0.11.2.
const BF16_SINCE: u32 = 17;
