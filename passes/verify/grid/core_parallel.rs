//! One grid dimension of known size is spread over cores.

use crate::verify::cx::Cx;
use crate::verify::kernel::{DYNAMIC, KernelForm};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridCoreParallel`].
pub static CODE: Code = Code::new(
    646,
    "grid_core_parallel",
    Level::Error,
    "## What it checks
At most one dimension is `core_parallel`, and its size is known before the kernel runs.

## Why
It decides how many cores the kernel takes.

## Wrong
```python
dimension_semantics=(\"core_parallel\", \"core_parallel\")
```

## Right
```python
dimension_semantics=(\"core_parallel\", \"parallel\")
```

## Source
CALL-02 (construction of the custom call). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// One grid dimension of known size is spread over cores.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct GridCoreParallel {
    /// What is wrong.
    pub what: &'static str,
}

impl Fault for GridCoreParallel {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    let semantics = form.semantics.as_ref()?;
    let mut spread = semantics.iter().enumerate().filter(|(_, word)| *word == "core_parallel");
    let (axis, _) = spread.next()?;
    if spread.next().is_some() {
        cx.report(GridCoreParallel { what: "more than one grid dimension is core-parallel" });
    }
    if form.grid.as_ref().and_then(|grid| grid.get(axis)) == Some(&DYNAMIC) {
        cx.report(GridCoreParallel {
            what: "the size of the core-parallel grid dimension is known at run time only",
        });
    }
    Some(())
}
