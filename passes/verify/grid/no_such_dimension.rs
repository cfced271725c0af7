//! A kernel asks for the size of grid dimensions that it has.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{Origin, Role};

/// The code of [`GridNoSuchDimension`].
pub static CODE: Code = Code::new(
    656,
    "grid_no_such_dimension",
    Level::Error,
    "## What it checks
The dimension of `tpu.iteration_bound` is one of the kernel's grid, vmapped ones included.

## Why
There is no other size to give.

## Wrong
```python
pl.num_programs(2)             # grid=(2, 4)
```

## Right
```python
pl.num_programs(1)
```

## Source
GRID-01 (tracing) and GRID-21 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A kernel asks for the size of grid dimensions that it has.
#[derive(Debug, thiserror::Error)]
#[error("the kernel asks for the size of grid dimension {dim}, but its grid has {rank}")]
pub struct GridNoSuchDimension {
    /// The dimension.
    pub dim: i64,
    /// Rank of the grid.
    pub rank: usize,
}

impl Fault for GridNoSuchDimension {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.iteration_bound"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let dim = form.int("dim")?;
    let func = cx.graph().func(cx.op()?.func?)?;
    let role = |value| match cx.graph().value(value)?.origin {
        Origin::Argument { role, .. } => Some(role),
        Origin::Allocation { .. } | Origin::Result { .. } | Origin::BlockArgument { .. } => None,
    };
    let roles: Vec<Role> = func.arguments.iter().filter_map(|value| role(*value)).collect();
    let adds_up = !roles.iter().any(|role| matches!(role, Role::Plain(_)));
    let rank = roles.iter().filter(|role| matches!(role, Role::GridIndex(_))).count();
    let inside = usize::try_from(dim).is_ok_and(|dim| dim < rank);
    if func.is_kernel && func.has_semantics && adds_up && !inside {
        cx.report(GridNoSuchDimension { dim, rank });
    }
    Some(())
}
