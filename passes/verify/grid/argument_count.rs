//! A kernel has the arguments that its attributes announce.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridArgumentCount`].
pub static CODE: Code = Code::new(
    642,
    "grid_argument_count",
    Level::Error,
    "## What it checks
The arguments are a grid index for each entry of `iteration_bounds`, then `scalar_prefetch` operands, then
one for each entry of `window_params`, then `scratch_operands`.

## Why
Only the counts say which argument is which.

## Wrong
```mlir
func.func @kernel(%i: i32, %x: memref<8x128xf32>) attributes {iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64,
    scratch_operands = 0 : i64, window_params = [{...}, {...}]}
```

## Right
```mlir
func.func @kernel(%i: i32, %x: memref<8x128xf32>, %o: memref<8x128xf32>) attributes {iteration_bounds = array<i64: 2>, scalar_prefetch = 0 : i64,
    scratch_operands = 0 : i64, window_params = [{...}, {...}]}
```

## Source
The calling convention of kernel functions as JAX's lowering writes them; GRID-09 (tracing). Read at
jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A kernel has the arguments that its attributes announce.
#[derive(Debug, thiserror::Error)]
#[error("the kernel has {arguments} arguments, but its attributes announce {announced}")]
pub struct GridArgumentCount {
    /// How many there are.
    pub arguments: usize,
    /// What is announced.
    pub announced: String,
}

impl Fault for GridArgumentCount {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    if form.adds_up() || form.leading().is_none() || form.trailing().is_none() {
        return None;
    }
    let windows = match &form.windows {
        Some(windows) => format!("{} windows", windows.len()),
        None => "some windows".to_owned(),
    };
    let (prefetch, scratch) = (form.prefetch.unwrap_or(0), form.scratch.unwrap_or(0));
    let announced = format!(
        "{} grid indices, {prefetch} scalar prefetch operands, {windows} and {scratch} scratch operands",
        form.grid_rank()
    );
    cx.report(GridArgumentCount { arguments: form.arguments.len(), announced });
    Some(())
}
