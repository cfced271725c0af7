//! Each grid dimension has its semantics.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridSemanticsCount`].
pub static CODE: Code = Code::new(
    645,
    "grid_semantics_count",
    Level::Error,
    "## What it checks
`dimension_semantics` has as many entries as `iteration_bounds`.

## Why
Entry i says how dimension i may be run.

## Wrong
```python
compiler_params=pltpu.CompilerParams(dimension_semantics=(\"parallel\",))     # grid=(2, 4)
```

## Right
```python
compiler_params=pltpu.CompilerParams(dimension_semantics=(\"parallel\", \"arbitrary\"))
```

## Source
GRID-22 (lowering) and CALL-03 (construction of the custom call). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Each grid dimension has its semantics.
#[derive(Debug, thiserror::Error)]
#[error("the grid has {grid} dimensions, but `dimension_semantics` speaks of {semantics}")]
pub struct GridSemanticsCount {
    /// Rank of the grid.
    pub grid: usize,
    /// How many are spoken of.
    pub semantics: usize,
}

impl Fault for GridSemanticsCount {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    let (grid, semantics) = (form.grid.as_ref()?.len(), form.semantics.as_ref()?.len());
    if grid != semantics {
        cx.report(GridSemanticsCount { grid, semantics });
    }
    Some(())
}
