//! Joining takes two arrays or more.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`VectorConcatenateOne`].
pub static CODE: Code = Code::new(
    272,
    "vector_concatenate_one",
    Level::Error,
    "## What it checks
A `tpu.concatenate` has at least two sources.

## Why
Of one there is nothing to join.

## Wrong
```mlir
%r = \"tpu.concatenate\"(%v) <{dimension = 0 : i32}> : (vector<8xf32>) -> vector<8xf32>
```

## Right
```mlir
use %v as it is
```

## Source
CAT-01 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Joining takes two arrays or more.
#[derive(Debug, thiserror::Error)]
#[error("a concatenation joins two arrays or more, but has {count}")]
pub struct VectorConcatenateOne {
    /// How many sources.
    pub count: usize,
}

impl Fault for VectorConcatenateOne {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.concatenate"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let count = form.all_operands().len();
    if count < 2 {
        let mut report = cx.report(VectorConcatenateOne { count }).missing("sources");
        if let Some(result) = form.result("output") {
            report = report.blame(result);
        }
        drop(report);
    }
    Some(())
}
