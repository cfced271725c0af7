//! A transposed left side is said in the dimension numbers.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MatmulTransposeFlag`].
pub static CODE: Code = Code::new(
    291,
    "matmul_transpose_flag",
    Level::Error,
    "## What it checks
`transpose_lhs` of a matrix product is not set.

## Why
It is a remnant; the contracting dimension says the same.

## Wrong
```mlir
%r = tpu.matmul %a, %b, %c {transpose_lhs = true, ...}
```

## Right
```mlir
%r = tpu.matmul %a, %b, %c {dimension_numbers = #tpu.dot_dimension_numbers<[0], [0], [1], [1], [0, 1, 1, 1], [], []>, ...}
```

## Source
MM-03 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A transposed left side is said in the dimension numbers.
#[derive(Debug, thiserror::Error)]
#[error("a matrix product asks for a transposed left side by flag")]
pub struct MatmulTransposeFlag;

impl Fault for MatmulTransposeFlag {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("contract dimension 0 of the left side in `dimension_numbers` instead".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.matmul"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    if form.flag("transpose_lhs") {
        cx.report(MatmulTransposeFlag);
    }
    Some(())
}
