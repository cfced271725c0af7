//! A scan takes one or two dimensions.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ReduceScanRank`].
pub static CODE: Code = Code::new(
    260,
    "reduce_scan_rank",
    Level::Error,
    "## What it checks
The input of `tpu.scan` has one or two dimensions.

## Why
It runs along the lanes, row by row.

## Wrong
```mlir
%r = tpu.scan <sum>, %v : vector<2x2x4xi32>, -> vector<2x2x4xi32>
```

## Right
```mlir
%r = tpu.scan <sum>, %v : vector<4x4xi32>, -> vector<4x4xi32>
```

## Source
SCAN-05 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A scan takes one or two dimensions.
#[derive(Debug, thiserror::Error)]
#[error("a scan takes one or two dimensions, but its input is {what}")]
pub struct ReduceScanRank {
    /// The input.
    pub what: String,
}

impl Fault for ReduceScanRank {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("reshape it to two dimensions first".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.scan"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let input = cx.array(form.operand("input"))?;
    if input.rank() > 2 {
        cx.report(ReduceScanRank { what: input.to_string() }).blame(input.part);
    }
    Some(())
}
