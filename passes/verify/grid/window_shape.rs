//! A window is as large as the ref that shows it.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridWindowShape`].
pub static CODE: Code = Code::new(
    649,
    "grid_window_shape",
    Level::Error,
    "## What it checks
`window_bounds` has the shape of the kernel's ref: a size for each dimension, 1 where the block drops one,
none of them 0 or negative, and at least one.

## Why
The ref is where the pipeline puts the block.

## Wrong
```mlir
func.func @kernel(%i: i32, %x: memref<8x128xf32>) attributes {window_params = [{window_bounds = array<i64: 16, 128>, ...}], ...}
```

## Right
```mlir
func.func @kernel(%i: i32, %x: memref<16x128xf32>) attributes {window_params = [{window_bounds = array<i64: 16, 128>, ...}], ...}
```

## Source
The calling convention of kernel functions as JAX's lowering writes them; GRID-03 (tracing), GRID-23
(lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A window is as large as the ref that shows it.
#[derive(Debug, thiserror::Error)]
#[error("the block of window {window} has the shape {bounds}, but {why}")]
pub struct GridWindowShape {
    /// The window.
    pub window: usize,
    /// Its block shape.
    pub bounds: String,
    /// What is wrong.
    pub why: String,
}

impl Fault for GridWindowShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    for (number, window, argument) in form.window_arguments() {
        let Some(bounds) = &window.bounds else { continue };
        let Some((argument, ty)) = cx.ref_type(Some(argument)) else { continue };
        let sizes: Vec<Option<u64>> = bounds.iter().map(|size| u64::try_from(*size).ok()).collect();
        let why = if bounds.iter().any(|size| *size < 1) {
            "a block is at least 1 long in each dimension".to_owned()
        } else if bounds.is_empty() {
            "a block has at least one dimension".to_owned()
        } else if sizes != ty.shape {
            format!("{} is {}", cx.name(argument.value), ty.short())
        } else {
            continue;
        };
        let bounds = format!("{bounds:?}").replace('[', "(").replace(']', ")");
        cx.report(GridWindowShape { window: number, bounds, why }).with(argument);
    }
    Some(())
}
