//! A product has the shape of what its sides keep.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::shape_tuple;

/// The code of [`MatmulResultShape`].
pub static CODE: Code = Code::new(
    296,
    "matmul_result_shape",
    Level::Error,
    "## What it checks
The result of a matrix product has the batches, then the kept dimensions of the left side, then those of the
right. jaxlib does not look.

## Why
There is one sum for each of these places.

## Wrong
```mlir
%r = tpu.matmul %a, %b, %c {...} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x32xf32> -> vector<16x32xf32>
```

## Right
```mlir
%r = tpu.matmul %a, %b, %c {...} : vector<16x32xbf16>, vector<32x64xbf16>, vector<16x64xf32> -> vector<16x64xf32>
```

## Source
The meaning of the operation (`tpu` dialect, verifier gap: matmul). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A product has the shape of what its sides keep.
#[derive(Debug, thiserror::Error)]
#[error("a product of {lhs} and {rhs} has the shape {wanted}, but the result is {output}")]
pub struct MatmulResultShape {
    /// The left side.
    pub lhs: String,
    /// The right side.
    pub rhs: String,
    /// The shape of the product.
    pub wanted: String,
    /// The result.
    pub output: String,
}

impl Fault for MatmulResultShape {
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
    let (left, right) = (cx.array(form.operand("lhs"))?, cx.array(form.operand("rhs"))?);
    let output = cx.array(form.result("result"))?;
    let wanted: Vec<u64> = match super::sides(form, cx) {
        Some((_, [one, other])) => {
            let of_left = one.batch.iter().chain(one.kept).map(|axis| one.array.size(*axis));
            let of_right = other.kept.iter().map(|axis| other.array.size(*axis));
            of_left.chain(of_right).collect::<Option<_>>()?
        }
        None if form.dot("dimension_numbers").is_none() && left.rank() == 2 && right.rank() == 2 => {
            vec![left.size(0)?, right.size(i64::from(!form.flag("transpose_rhs")))?]
        }
        None => return None,
    };
    if output.shape != wanted {
        let sizes: Vec<Option<u64>> = wanted.into_iter().map(Some).collect();
        let fault = MatmulResultShape {
            lhs: left.to_string(),
            rhs: right.to_string(),
            wanted: shape_tuple(&sizes),
            output: output.to_string(),
        };
        cx.report(fault).blame(output.part);
    }
    Some(())
}
