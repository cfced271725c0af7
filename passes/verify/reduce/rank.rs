//! `argmax` works on arrays of two or more dimensions.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ReduceRank`].
pub static CODE: Code = Code::new(
    257,
    "reduce_rank",
    Level::Error,
    "## What it checks
The input of `tpu.reduce_index` has at least two dimensions.

## Why
A vector register has two, and the result needs one of them.

## Wrong
```python
jnp.argmax(x)                # x is float32[256]
```

## Right
```python
jnp.argmax(x[None, :], axis=1)
```

## Source
VEC-16 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// `argmax` works on arrays of two or more dimensions.
#[derive(Debug, thiserror::Error)]
#[error("an index reduction needs two dimensions or more, but its input is {what}")]
pub struct ReduceRank {
    /// The input.
    pub what: String,
}

impl Fault for ReduceRank {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("add a dimension: `x[None, :]`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.reduce_index"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let input = cx.array(form.operand("input"))?;
    if input.rank() < 2 {
        cx.report(ReduceRank { what: input.to_string() }).blame(input.part);
    }
    Some(())
}
