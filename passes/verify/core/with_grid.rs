//! A kernel with grid semantics takes its core from the grid.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`CoreWithGrid`].
pub static CODE: Code = Code::new(
    213,
    "core_with_grid",
    Level::Error,
    "## What it checks
A function that asks for its core or subcore id has no `dimension_semantics`.

## Why
With them the compiler spreads grid steps over cores, and the grid indices already say which core runs a
step.

## Wrong
```mlir
func.func @kernel() attributes {dimension_semantics = [#tpu.dimension_semantics<core_parallel>],
                                tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %id = tpu.core_id : i32
}
```

## Right
```mlir
func.func @kernel(%core: i32) attributes {dimension_semantics = [#tpu.dimension_semantics<core_parallel>], ...}
```

## Source
CORE-03 (the `tpu` dialect, which fails without a message). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A kernel with grid semantics takes its core from the grid.
#[derive(Debug, thiserror::Error)]
#[error("{what} is asked for in a kernel whose `dimension_semantics` spread it over cores")]
pub struct CoreWithGrid {
    /// What is asked for.
    pub what: &'static str,
}

impl Fault for CoreWithGrid {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("use the grid index argument of the core-parallel dimension".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.core_id", "tpu.subcore_id"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let op = cx.op()?;
    if !op.core.is_some_and(|core| core != CoreType::Tc) {
        return None;
    }
    let func = cx.graph().func(op.func?)?;
    if func.has_semantics {
        cx.report(CoreWithGrid { what: super::what(form) });
    }
    Some(())
}
