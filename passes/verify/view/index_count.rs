//! A slice has one start for each dimension, and keeps them all.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`ViewIndexCount`].
pub static CODE: Code = Code::new(
    523,
    "view_index_count",
    Level::Error,
    "## What it checks
`tpu.memref_slice` has as many indices as its source has dimensions, and its result has as many.

## Why
A slice drops no dimension; a squeeze does.

## Wrong
```mlir
%r = tpu.memref_slice %b[%i] : memref<64x128xf32> -> memref<8x128xf32>
```

## Right
```mlir
%r = tpu.memref_slice %b[%i, %j] : memref<64x128xf32> -> memref<8x128xf32>
```

## Source
VIEW-04 (the `tpu` dialect); REF-08 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A slice has one start for each dimension, and keeps them all.
#[derive(Debug, thiserror::Error)]
#[error(
    "a slice of {source_type} has {indices} starts and gives {result_type}: all three have one number of dimensions"
)]
pub struct ViewIndexCount {
    /// What is sliced.
    pub source_type: RefType,
    /// Starts.
    pub indices: usize,
    /// The slice.
    pub result_type: RefType,
}

impl Fault for ViewIndexCount {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("to drop a dimension, slice it to size 1 and squeeze".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_slice"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, from) = cx.ref_type(form.operand("mem_ref"))?;
    let (result, to) = cx.ref_type(form.result("result"))?;
    let indices = form.operands("base_idx").count();
    if indices != from.rank() || to.rank() != from.rank() {
        let fault = ViewIndexCount { source_type: from.clone(), indices, result_type: to.clone() };
        cx.report(fault).blame(source).blame(result);
    }
    Some(())
}
