//! An index fits the integer it comes in.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ReduceAxisTooLong`].
pub static CODE: Code = Code::new(
    256,
    "reduce_axis_too_long",
    Level::Error,
    "## What it checks
The dimension of an index reduction is no longer than its index can count: 65536 for bf16.

## Why
A larger index would wrap around.

## Wrong
```python
jnp.argmax(x, axis=1)                      # x is bfloat16[8, 70000]
```

## Right
```python
jnp.argmax(x.astype(jnp.float32), axis=1)
```

## Source
VEC-07 and VEC-15 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// An index fits the integer it comes in.
#[derive(Debug, thiserror::Error)]
#[error("a dimension of {size} has more places than an i{bits} can count")]
pub struct ReduceAxisTooLong {
    /// The size of the dimension.
    pub size: u64,
    /// Bits of the index.
    pub bits: u32,
}

impl Fault for ReduceAxisTooLong {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert to f32 first, or reduce in two steps".into())
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
    let size = input.size(form.int("axis").or_else(|| form.int("dim"))?)?;
    let bits = input.element.bits()?;
    if 1u64.checked_shl(bits).is_some_and(|most| size > most) {
        cx.report(ReduceAxisTooLong { size, bits }).blame(input.part);
    }
    Some(())
}
