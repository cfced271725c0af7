//! The function that finds the blocks of a window is there.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridTransformMissing`].
pub static CODE: Code = Code::new(
    650,
    "grid_transform_missing",
    Level::Error,
    "## What it checks
`transform_indices` names a function of the module.

## Why
Without it nobody knows where the blocks are.

## Wrong
```mlir
window_params = [{transform_indices = @transform_7, ...}]       // and no such function
```

## Right
```mlir
func.func @transform_7(%i: i32) -> (i32, i32) { ... }
```

## Source
The calling convention of kernel functions as JAX's lowering writes them. Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// The function that finds the blocks of a window is there.
#[derive(Debug, thiserror::Error)]
#[error("window {window} finds its blocks with @{name}, which the module does not have")]
pub struct GridTransformMissing {
    /// The window.
    pub window: usize,
    /// The function.
    pub name: String,
}

impl Fault for GridTransformMissing {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    for (window, entry) in form.windows.iter().flatten().enumerate() {
        if let Some(name) = entry.transform.clone().filter(|name| !form.functions.contains_key(name)) {
            cx.report(GridTransformMissing { window, name });
        }
    }
    Some(())
}
