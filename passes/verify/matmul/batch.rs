//! Batch dimensions pair up.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MatmulBatch`].
pub static CODE: Code = Code::new(
    294,
    "matmul_batch",
    Level::Error,
    "## What it checks
A matrix product has as many batch dimensions on each side, and pairs have one size.

## Why
There is one product for each place in them.

## Wrong
```mlir
%r = tpu.matmul %a, %b, %c {...} : vector<2x8x32xbf16>, vector<4x32x64xbf16>, ...     // batches of 2 and 4
```

## Right
```mlir
%r = tpu.matmul %a, %b, %c {...} : vector<2x8x32xbf16>, vector<2x32x64xbf16>, ...
```

## Source
MM-10, MM-15 and MM-16 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Batch dimensions pair up.
#[derive(Debug, thiserror::Error)]
#[error("the batches of {lhs} and {rhs} do not match: {why}")]
pub struct MatmulBatch {
    /// The left side.
    pub lhs: String,
    /// The right side.
    pub rhs: String,
    /// What is wrong.
    pub why: String,
}

impl Fault for MatmulBatch {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.matmul"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (_, [left, right]) = super::sides(form, cx)?;
    let size = |side: &super::Side<'_, '_>, axis: i64| side.array.size(axis);
    let mut pairs = left.batch.iter().zip(right.batch);
    let unequal = pairs.find(|(one, other)| size(&left, **one) != size(&right, **other));
    let why = if left.batch.len() != right.batch.len() {
        format!("{} batch dimensions meet {}", left.batch.len(), right.batch.len())
    } else if let Some((one, other)) = unequal {
        format!("a batch of {} meets one of {}", size(&left, *one)?, size(&right, *other)?)
    } else {
        return None;
    };
    let fault = MatmulBatch { lhs: left.array.to_string(), rhs: right.array.to_string(), why };
    cx.report(fault).blame(left.array.part).blame(right.array.part);
    Some(())
}
