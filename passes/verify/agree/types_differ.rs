//! Operands and results that stand for the same thing have the same type.

use crate::verify::agreement::{self, Aspect, Pair};
use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`AgreeTypesDiffer`].
pub static CODE: Code = Code::new(
    230,
    "agree_types_differ",
    Level::Error,
    "## What it checks
Shape and elements are the same: input and result of reciprocal, logistic, rotation and `assume_multiple`;
all sources of a packing; both sides and the result of a sublane shuffle; accumulator and result of a matrix
product; keys and values of a sort, before and after.

## Why
The operation neither reshapes nor converts, so a difference is a mistake in one of the types.

## Wrong
```mlir
%r = tpu.reciprocal %v : vector<8x128xf32> -> vector<16x128xf32>
```

## Right
```mlir
%r = tpu.reciprocal %v : vector<8x128xf32> -> vector<8x128xf32>
```

## Source
TRAIT-01, TRAIT-06, TRAIT-10, MM-01, SORT-04, SORT-05, SUB-02 and SUB-03 (the `tpu` dialect); VECT-03
(tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Operands and results that stand for the same thing have the same type.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} and {} of {} must be of one type, but they are {} and {}: {}",
    .0.leader, .0.follower, .0.operation, .0.leader_type, .0.follower_type, .0.why
)]
pub struct AgreeTypesDiffer(pub Pair);

impl Fault for AgreeTypesDiffer {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = agreement::OPS;

/// Checks every pair with a line in the table.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    agreement::report(form, cx, Aspect::Type, AgreeTypesDiffer);
    Some(())
}
