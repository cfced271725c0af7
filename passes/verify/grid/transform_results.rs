//! An index map gives one i32 for each dimension of the block.

use crate::verify::cx::Cx;
use crate::verify::describe::type_phrase;
use crate::verify::kernel::{KernelForm, is_i32};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridTransformResults`].
pub static CODE: Code = Code::new(
    652,
    "grid_transform_results",
    Level::Error,
    "## What it checks
The function of a window has as many results as the window has dimensions, all of them i32.

## Why
Each says where the block is in that dimension.

## Wrong
```python
pl.BlockSpec((8, 128), lambda i: (i,))
```

## Right
```python
pl.BlockSpec((8, 128), lambda i: (i, 0))
```

## Source
GRID-04 and GRID-05 (tracing); the calling convention of kernel functions as JAX's lowering writes them.
Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// An index map gives one i32 for each dimension of the block.
#[derive(Debug, thiserror::Error)]
#[error(
    "the index map @{name} of window {window} gives {given}, but the block has {rank} dimensions and takes an i32 for each"
)]
pub struct GridTransformResults {
    /// The function.
    pub name: String,
    /// The window.
    pub window: usize,
    /// What it gives.
    pub given: String,
    /// Dimensions of the block.
    pub rank: usize,
}

impl Fault for GridTransformResults {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    for (window, entry, argument) in form.window_arguments() {
        let Some(function) = entry.transform.as_ref().and_then(|name| form.functions.get(name)) else {
            continue;
        };
        let Some((argument, ty)) = cx.ref_type(Some(argument)) else { continue };
        let (rank, results) = (ty.rank(), &function.results);
        if results.len() != rank || !results.iter().all(is_i32) {
            let texts: Vec<String> = results.iter().map(type_phrase).collect();
            let (name, given) =
                (entry.transform.clone().unwrap_or_default(), format!("({})", texts.join(", ")));
            cx.report(GridTransformResults { name, window, given, rank }).with(argument);
        }
    }
    Some(())
}
