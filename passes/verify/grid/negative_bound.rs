//! A grid dimension is not shorter than nothing.

use crate::verify::cx::Cx;
use crate::verify::kernel::{DYNAMIC, KernelForm};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridNegativeBound`].
pub static CODE: Code = Code::new(
    647,
    "grid_negative_bound",
    Level::Error,
    "## What it checks
The sizes in `iteration_bounds` are not negative, apart from the mark for a size known at run time.

## Why
They count steps.

## Wrong
```mlir
iteration_bounds = array<i64: -2>
```

## Right
```mlir
iteration_bounds = array<i64: 2>
```

## Source
The calling convention of kernel functions as JAX's lowering writes them; GRID-08 (tracing). Read at
jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A grid dimension is not shorter than nothing.
#[derive(Debug, thiserror::Error)]
#[error("grid dimension {axis} has the size {size}")]
pub struct GridNegativeBound {
    /// The dimension.
    pub axis: usize,
    /// Its size.
    pub size: i64,
}

impl Fault for GridNegativeBound {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    for (axis, size) in form.grid.iter().flatten().enumerate() {
        if *size < 0 && *size != DYNAMIC {
            cx.report(GridNegativeBound { axis, size: *size });
        }
    }
    Some(())
}
