//! Products are added up in 32 bits.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MatmulAccumulatorWidth`].
pub static CODE: Code = Code::new(
    290,
    "matmul_accumulator_width",
    Level::Error,
    "## What it checks
The accumulator of a matrix product is f32 or another type of 32 bits.

## Why
The matrix unit adds in 32 bits; a narrower result is converted after it.

## Wrong
```python
jnp.dot(a, b, preferred_element_type=jnp.bfloat16)
```

## Right
```python
jnp.dot(a, b, preferred_element_type=jnp.float32).astype(jnp.bfloat16)
```

## Source
MM-02 (the `tpu` dialect); VECT-07, VECT-14 (tracing and lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Products are added up in 32 bits.
#[derive(Debug, thiserror::Error)]
#[error("a matrix product is added up in 32 bits, but its accumulator is {what}")]
pub struct MatmulAccumulatorWidth {
    /// The accumulator.
    pub what: String,
}

impl Fault for MatmulAccumulatorWidth {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("give `preferred_element_type=jnp.float32` and convert the result".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.matmul"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let accumulator = cx.array(form.operand("acc"))?;
    if accumulator.element.bits() != Some(32) {
        cx.report(MatmulAccumulatorWidth { what: accumulator.to_string() }).blame(accumulator.part);
    }
    Some(())
}
