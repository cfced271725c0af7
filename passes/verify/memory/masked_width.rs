//! A masked access moves elements of 32 bits.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemoryMaskedWidth`].
pub static CODE: Code = Code::new(
    508,
    "memory_masked_width",
    Level::Error,
    "## What it checks
A vector load or store with a mask is of 32-bit elements.

## Why
The mask has one bit for each 32-bit lane; narrow elements share lanes.

## Wrong
```python
pltpu.store(ref, x, mask=mask)       # x is bfloat16
```

## Right
```python
ref[...] = jnp.where(mask, x, ref[...])
```

## Source
MEM-05, MEM-16, IDX-05 and IDX-16 (the `tpu` dialect); REF-36 (lowering). Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// A masked access moves elements of 32 bits.
#[derive(Debug, thiserror::Error)]
#[error("a masked {operation} moves 32-bit elements, but the array is {array}")]
pub struct MemoryMaskedWidth {
    /// The operation.
    pub operation: &'static str,
    /// The array.
    pub array: String,
}

impl Fault for MemoryMaskedWidth {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("select instead: `ref[...] = jnp.where(mask, x, ref[...])`, or convert to 32 bits".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.vector_load", "tpu.vector_store"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let mask = cx.sound(form.operand("mask"))?;
    let array = cx.array(form.operand("value_to_store").or_else(|| form.result("result")))?;
    if array.element.bits() != Some(32) {
        let fault = MemoryMaskedWidth { operation: form.short_name(), array: array.to_string() };
        cx.report(fault).blame(array.part).with(mask);
    }
    Some(())
}
