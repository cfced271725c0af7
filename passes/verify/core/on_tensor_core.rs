//! A TensorCore kernel gets its core number from the grid, not from the hardware.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`CoreOnTensorCore`].
pub static CODE: Code = Code::new(
    212,
    "core_on_tensor_core",
    Level::Error,
    "## What it checks
Core and subcore ids are asked for by kernels on a SparseCore only.

## Why
A TensorCore has no register for it; the grid index of a core-parallel dimension says which core runs.

## Wrong
```mlir
%id = tpu.core_id : i32      // in a kernel with tpu.core_type tc
```

## Right
```python
core = pl.program_id(0)      # of a core-parallel dimension
```

## Source
CORE-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A TensorCore kernel gets its core number from the grid, not from the hardware.
#[derive(Debug, thiserror::Error)]
#[error("{what} is asked for on a TensorCore, which has none")]
pub struct CoreOnTensorCore {
    /// What is asked for.
    pub what: &'static str,
}

impl Fault for CoreOnTensorCore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("use the grid index: `pl.program_id(axis)` of the core-parallel dimension".into())
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
    let in_main = op.func.and_then(|func| cx.graph().func(func)).is_some_and(|func| func.name == "main");
    if op.core == Some(CoreType::Tc) || (op.core.is_none() && in_main) {
        cx.report(CoreOnTensorCore { what: super::what(form) });
    }
    Some(())
}
