//! An access at constant places stays inside its ref.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemoryOutOfBounds`].
pub static CODE: Code = Code::new(
    512,
    "memory_out_of_bounds",
    Level::Error,
    "## What it checks
Where the index of a load or store is a constant, it is not negative, and the last element that is moved
lies inside the ref, unless the custom call sets `disable_bounds_checks`. jaxlib does not look.

## Why
Beyond the end lies other data, or nothing.

## Wrong
```python
x_ref[pl.ds(4, 8), :]         # x_ref is float32[8, 128]
```

## Right
```python
x_ref[pl.ds(0, 8), :]
```

## Source
REF-09, REF-41 (tracing and interpretation); the `tpu` dialect lets it pass (verifier gap: vector_load,
vector_store). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// An access at constant places stays inside its ref.
#[derive(Debug, thiserror::Error)]
#[error("{operation} reaches {reach} in dimension {axis} of {name}, which has {size}")]
pub struct MemoryOutOfBounds {
    /// The operation.
    pub operation: &'static str,
    /// From where to where.
    pub reach: String,
    /// The dimension.
    pub axis: usize,
    /// What to call the ref.
    pub name: String,
    /// Its size.
    pub size: u64,
}

impl Fault for MemoryOutOfBounds {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &[
    "memref.load",
    "memref.store",
    "tpu.strided_load",
    "tpu.strided_store",
    "tpu.vector_load",
    "tpu.vector_store",
    "vector.load",
    "vector.store",
];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    if !cx.is_bounded() {
        return None;
    }
    let (base, ty) = cx.ref_type(form.operand("base"))?;
    let moved = form.operand("value_to_store").or_else(|| form.all_results().first().copied());
    let shape = cx.array(moved).map(|array| array.shape).unwrap_or_default();
    let rank = ty.rank();
    let indices: Vec<Option<i64>> =
        form.operands("indices").map(|index| cx.graph().constant(index.value)).collect();
    if indices.len() != rank || shape.len() > rank || cx.sound(form.operand("indices")).is_none() && rank > 0
    {
        return None;
    }
    let strides = form.ints("strides");
    for (axis, (index, size)) in indices.into_iter().zip(&ty.shape).enumerate() {
        let (Some(index), Some(size)) = (index, *size) else { continue };
        let moved = (axis + shape.len()).checked_sub(rank).and_then(|at| shape.get(at)).copied().unwrap_or(1);
        let stride = strides.get(axis).copied().unwrap_or(1);
        let Some(steps) = moved.checked_sub(1).and_then(|steps| i64::try_from(steps).ok()) else { continue };
        let last = steps.checked_mul(stride).and_then(|reach| reach.checked_add(index));
        let beyond = last.is_none_or(|last| u64::try_from(last).is_ok_and(|last| last >= size));
        if index < 0 || beyond {
            let reach = last.map_or_else(|| "too far".to_owned(), |last| format!("from {index} to {last}"));
            let (operation, name) = (form.short_name(), cx.name(base.value));
            cx.report(MemoryOutOfBounds { operation, reach, axis, name, size }).with(base);
            break;
        }
    }
    Some(())
}
