//! What is loaded or stored has the element type of the ref.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemoryElementDiffers`].
pub static CODE: Code = Code::new(
    503,
    "memory_element_differs",
    Level::Error,
    "## What it checks
The array and the ref of a load or store have one element type. The strided and register forms are held to
it too, though jaxlib does not look.

## Why
Nothing is converted on the way.

## Wrong
```python
o_ref[...] = jnp.dot(a, b, preferred_element_type=jnp.float32)      # o_ref is bfloat16
```

## Right
```python
o_ref[...] = jnp.dot(a, b, preferred_element_type=jnp.float32).astype(o_ref.dtype)
```

## Source
MEM-04, MEM-15, IDX-04 and IDX-15 (the `tpu` dialect); REF-04 (tracing). Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// What is loaded or stored has the element type of the ref.
#[derive(Debug, thiserror::Error)]
#[error("{operation} does not convert, but {name} holds {held} and the array is {array}")]
pub struct MemoryElementDiffers {
    /// The operation.
    pub operation: &'static str,
    /// What to call the ref.
    pub name: String,
    /// What it holds.
    pub held: String,
    /// The array.
    pub array: String,
}

impl Fault for MemoryElementDiffers {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert the array with `.astype(ref.dtype)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &[
    "tpu.strided_load",
    "tpu.strided_store",
    "tpu.vector_load",
    "tpu.vector_store",
    "tpu.vector_load_idx",
    "tpu.vector_store_idx",
];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (base, ty) = cx.ref_type(form.operand("base"))?;
    let moved = form.operand("value_to_store").or_else(|| form.all_results().first().copied());
    let array = cx.array(moved)?;
    if *array.element != ty.element {
        let (operation, name) = (form.short_name(), cx.name(base.value));
        let fault =
            MemoryElementDiffers { operation, name, held: ty.element.to_string(), array: array.to_string() };
        cx.report(fault).blame(array.part).blame(base);
    }
    Some(())
}
