//! A slice lies inside what it is taken of.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ViewOutOfBounds`].
pub static CODE: Code = Code::new(
    536,
    "view_out_of_bounds",
    Level::Error,
    "## What it checks
A slice is no larger than its source, and where its start is a constant, neither start nor end is outside,
unless the custom call sets `disable_bounds_checks`. jaxlib does not look.

## Why
Beyond the end lies other data, or nothing.

## Wrong
```python
x_ref.at[pl.ds(60, 8)]           # x_ref is float32[64, 128]
```

## Right
```python
x_ref.at[pl.ds(56, 8)]
```

## Source
REF-09 (tracing); the `tpu` dialect lets it pass (verifier gap: memref_slice). Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// A slice lies inside what it is taken of.
#[derive(Debug, thiserror::Error)]
#[error("a slice {reach} in dimension {axis} of {name}, which has {size}")]
pub struct ViewOutOfBounds {
    /// How far it reaches.
    pub reach: String,
    /// The dimension.
    pub axis: usize,
    /// What to call the ref.
    pub name: String,
    /// Its size.
    pub size: u64,
}

impl Fault for ViewOutOfBounds {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_slice"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    if !cx.is_bounded() {
        return None;
    }
    let (source, from) = cx.ref_type(form.operand("mem_ref"))?;
    let (_, to) = cx.ref_type(form.result("result"))?;
    let starts: Vec<Option<i64>> =
        form.operands("base_idx").map(|index| cx.graph().constant(index.value)).collect();
    for (axis, (start, (whole, part))) in starts.iter().zip(from.shape.iter().zip(&to.shape)).enumerate() {
        let Some(size) = *whole else { continue };
        let length = part.unwrap_or(0);
        let end = start.and_then(|start| i64::try_from(length).ok()?.checked_add(start));
        let reach = match (*start, end) {
            (Some(start), _) if start < 0 => format!("starts at {start}"),
            (Some(start), Some(end)) if u64::try_from(end).is_ok_and(|end| end > size) => {
                format!("reaches from {start} to {end}")
            }
            _ if length > size => format!("is {length} long"),
            _ => continue,
        };
        let name = cx.name(source.value);
        cx.report(ViewOutOfBounds { reach, axis, name, size }).with(source);
        break;
    }
    Some(())
}
