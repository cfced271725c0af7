//! The attributes of a kernel are of the kinds that everybody expects.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridAttributeKind`].
pub static CODE: Code = Code::new(
    641,
    "grid_attribute_kind",
    Level::Error,
    "## What it checks
`iteration_bounds` and `window_bounds` are arrays of i64, `dimension_semantics` an array of
`#tpu.dimension_semantics`, `window_params` an array of dictionaries, `scalar_prefetch` and
`scratch_operands` integers that are not negative.

## Why
Who cannot read them takes the kernel for another.

## Wrong
```mlir
iteration_bounds = [2]
```

## Right
```mlir
iteration_bounds = array<i64: 2>
```

## Source
The calling convention of kernel functions as JAX's lowering writes them. Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// The attributes of a kernel are of the kinds that everybody expects.
#[derive(Debug, thiserror::Error)]
#[error("`{name}` of the kernel should be {wanted}")]
pub struct GridAttributeKind {
    /// The attribute.
    pub name: String,
    /// What it should be.
    pub wanted: &'static str,
}

impl Fault for GridAttributeKind {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    for (name, wanted) in &form.malformed {
        cx.report(GridAttributeKind { name: name.clone(), wanted });
    }
    for (name, count) in [("scalar_prefetch", form.prefetch), ("scratch_operands", form.scratch)] {
        if count.is_some_and(|count| count < 0) {
            cx.report(GridAttributeKind { name: name.to_owned(), wanted: "a count" });
        }
    }
    Some(())
}
