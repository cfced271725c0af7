//! The scalar subcore of a SparseCore prints numbers, not arrays.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`LogArrayOnScalarCore`].
pub static CODE: Code = Code::new(
    216,
    "log_array_on_scalar_core",
    Level::Error,
    "## What it checks
A log on a SparseCore scalar subcore has no array among its values.

## Why
The scalar subcore has no vector registers.

## Wrong
```mlir
tpu.log \"t\" : [%x] : vector<16xi32>   // on sc_scalar_subcore
```

## Right
```mlir
tpu.log \"t\" : [%x] : i32
```

## Source
LOG-03 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The scalar subcore of a SparseCore prints numbers, not arrays.
#[derive(Debug, thiserror::Error)]
#[error("a SparseCore scalar subcore prints numbers, but this log is given {what}")]
pub struct LogArrayOnScalarCore {
    /// The array.
    pub what: String,
}

impl Fault for LogArrayOnScalarCore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("print an element, or print on a vector subcore".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.log"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    if cx.issuing_core() != CoreType::ScScalarSubcore {
        return None;
    }
    for operand in form.operands("inputs") {
        if let Some(array) = cx.array(Some(operand)) {
            let what = array.to_string();
            cx.report(LogArrayOnScalarCore { what }).blame(operand);
        }
    }
    Some(())
}
