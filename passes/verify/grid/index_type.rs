//! Grid indices are i32.

use crate::verify::cx::Cx;
use crate::verify::kernel::{KernelForm, is_i32};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridIndexType`].
pub static CODE: Code = Code::new(
    643,
    "grid_index_type",
    Level::Error,
    "## What it checks
The first arguments of a kernel, one for each grid dimension, are i32.

## Why
The pipeline counts in i32.

## Wrong
```mlir
func.func @kernel(%i: index, ...) attributes {iteration_bounds = array<i64: 2>, ...}
```

## Right
```mlir
func.func @kernel(%i: i32, ...) attributes {iteration_bounds = array<i64: 2>, ...}
```

## Source
The calling convention of kernel functions as JAX's lowering writes them. Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// Grid indices are i32.
#[derive(Debug, thiserror::Error)]
#[error("grid index {axis} must be an i32, but the argument is {what}")]
pub struct GridIndexType {
    /// The grid dimension.
    pub axis: usize,
    /// What the argument is.
    pub what: String,
}

impl Fault for GridIndexType {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    if !form.adds_up() {
        return None;
    }
    for axis in 0..form.grid_rank() {
        let Some((argument, ty)) = cx.ty(form.argument(axis)) else { continue };
        if !is_i32(ty) {
            let what = cx.type_phrase(argument);
            cx.report(GridIndexType { axis, what }).with(argument);
        }
    }
    Some(())
}
