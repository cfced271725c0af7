//! Contracted dimensions pair up.

use crate::verify::cx::Array;
use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MatmulContraction`].
pub static CODE: Code = Code::new(
    293,
    "matmul_contraction",
    Level::Error,
    "## What it checks
A matrix product contracts at least one dimension, as many on each side, and pairs have one size. Without
dimension numbers, the last dimension of the left side meets the first of the right, or the last of a
transposed right side; jaxlib does not look at those.

## Why
Their products are added up.

## Wrong
```mlir
%r = tpu.matmul %a, %b, %c {...} : vector<16x32xbf16>, vector<16x64xbf16>, ...   // 32 against 16
```

## Right
```mlir
%r = tpu.matmul %a, %b, %c {...} : vector<16x32xbf16>, vector<32x64xbf16>, ...
```

## Source
MM-04 and MM-09 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Contracted dimensions pair up.
#[derive(Debug, thiserror::Error)]
#[error("{lhs} and {rhs} cannot be contracted: {why}")]
pub struct MatmulContraction {
    /// The left side.
    pub lhs: String,
    /// The right side.
    pub rhs: String,
    /// What is wrong.
    pub why: String,
}

impl Fault for MatmulContraction {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("transpose one side, or contract the dimensions that match".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.matmul"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (left, right) = (cx.array(form.operand("lhs"))?, cx.array(form.operand("rhs"))?);
    let (of_left, of_right) = match form.dot("dimension_numbers") {
        Some(numbers) => (numbers.lhs_contracting.clone(), numbers.rhs_contracting.clone()),
        None if left.rank() == 2 && right.rank() == 2 => {
            (vec![1], vec![i64::from(form.flag("transpose_rhs"))])
        }
        None => return None,
    };
    let sizes = |axes: &[i64], array: &Array<'_>| -> Option<Vec<u64>> {
        axes.iter().map(|axis| array.size(*axis)).collect()
    };
    let why = if of_left.is_empty() || of_right.is_empty() {
        "no dimension is contracted".to_owned()
    } else if of_left.len() != of_right.len() {
        format!("{} dimensions meet {}", of_left.len(), of_right.len())
    } else {
        let (of_left, of_right) = (sizes(&of_left, &left)?, sizes(&of_right, &right)?);
        let (one, other) = of_left.iter().zip(&of_right).find(|(one, other)| one != other)?;
        format!("a dimension of {one} meets one of {other}")
    };
    let fault = MatmulContraction { lhs: left.to_string(), rhs: right.to_string(), why };
    cx.report(fault).blame(left.part).blame(right.part);
    Some(())
}
