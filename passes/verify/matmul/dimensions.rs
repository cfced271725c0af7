//! Each dimension of a product's sides is contracted, kept or a batch.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MatmulDimensions`].
pub static CODE: Code = Code::new(
    292,
    "matmul_dimensions",
    Level::Error,
    "## What it checks
The dimension numbers name every dimension of a side exactly once, and the kept ones in ascending order.

## Why
A dimension that is in no list or in two has no meaning.

## Wrong
```mlir
dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [1], [1], [0, 1, 1, 1], [], []>
```

## Right
```mlir
dimension_numbers = #tpu.dot_dimension_numbers<[1], [0], [0], [1], [0, 0, 1, 1], [], []>
```

## Source
MM-05, MM-06, MM-07, MM-08, MM-11, MM-12, MM-13 and MM-14 (the `tpu` dialect). Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// Each dimension of a product's sides is contracted, kept or a batch.
#[derive(Debug, thiserror::Error)]
#[error("the dimension numbers do not fit the {side} side {what}: {why}")]
pub struct MatmulDimensions {
    /// Left or right.
    pub side: &'static str,
    /// The side.
    pub what: String,
    /// What is wrong.
    pub why: String,
}

impl Fault for MatmulDimensions {
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
    let (_, sides) = super::sides(form, cx)?;
    for side in sides {
        let all: Vec<i64> = [side.contracting, side.kept, side.batch].concat();
        let outside = all.iter().find(|axis| side.array.size(**axis).is_none());
        let again =
            all.iter().enumerate().find(|(index, axis)| all.iter().take(*index).any(|it| it == *axis));
        let why = if let Some(axis) = outside {
            format!("there is no dimension {axis}")
        } else if let Some((_, axis)) = again {
            format!("dimension {axis} is named twice")
        } else if all.len() != side.array.rank() {
            format!("they name {} of its {} dimensions", all.len(), side.array.rank())
        } else if !side.kept.is_sorted() {
            "those that are kept are not in ascending order".to_owned()
        } else {
            continue;
        };
        let fault = MatmulDimensions { side: side.name, what: side.array.to_string(), why };
        cx.report(fault).blame(side.array.part);
    }
    Some(())
}
