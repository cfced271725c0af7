//! A product has batches first, then the left side's dimensions, then the right side's.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MatmulOutputOrder`].
pub static CODE: Code = Code::new(
    295,
    "matmul_output_order",
    Level::Error,
    "## What it checks
`output_dim_order` is pairs of side (0 left, 1 right) and dimension: the batches by their left dimension,
then what the left side keeps, then what the right side keeps.

## Why
The matrix unit gives it in this order; another takes a transpose.

## Wrong
```mlir
#tpu.dot_dimension_numbers<[1], [0], [0], [1], [1, 1, 0, 0], [], []>
```

## Right
```mlir
#tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>
```

## Source
MM-17 and MM-18 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A product has batches first, then the left side's dimensions, then the right side's.
#[derive(Debug, thiserror::Error)]
#[error("the output order of a matrix product is {given}, but it comes as {wanted}")]
pub struct MatmulOutputOrder {
    /// What it says.
    pub given: String,
    /// How it comes.
    pub wanted: String,
}

impl Fault for MatmulOutputOrder {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("transpose the result instead".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.matmul"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (numbers, [left, right]) = super::sides(form, cx)?;
    let of_left = left.batch.iter().chain(left.kept).flat_map(|axis| [0, *axis]);
    let of_right = right.kept.iter().flat_map(|axis| [1, *axis]);
    let wanted: Vec<i64> = of_left.chain(of_right).collect();
    if numbers.output_order != wanted {
        let text = |order: &[i64]| format!("{order:?}");
        let fault = MatmulOutputOrder { given: text(&numbers.output_order), wanted: text(&wanted) };
        cx.report(fault).missing("result");
    }
    Some(())
}
