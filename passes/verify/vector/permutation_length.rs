//! A permutation names every dimension of input and result.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`VectorPermutationLength`].
pub static CODE: Code = Code::new(
    269,
    "vector_permutation_length",
    Level::Error,
    "## What it checks
The permutation of a transpose has as many entries as its input and its result have dimensions.

## Why
Entry i says which dimension of the input becomes dimension i of the result.

## Wrong
```mlir
%r = tpu.transpose %v, [1, 0] : vector<4x8x128xf32> -> vector<4x128x8xf32>
```

## Right
```mlir
%r = tpu.transpose %v, [0, 2, 1] : vector<4x8x128xf32> -> vector<4x128x8xf32>
```

## Source
TRN-02 and TRN-03 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A permutation names every dimension of input and result.
#[derive(Debug, thiserror::Error)]
#[error("the permutation of a transpose has {entries} entries, but the {role} {what} has {rank} dimensions")]
pub struct VectorPermutationLength {
    /// Entries.
    pub entries: usize,
    /// Input or result.
    pub role: &'static str,
    /// What it is.
    pub what: String,
    /// Its dimensions.
    pub rank: usize,
}

impl Fault for VectorPermutationLength {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.transpose"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let entries = form.ints("permutation").len();
    for (role, part) in [("input", form.operand("vector")), ("result", form.result("result"))] {
        let Some(array) = cx.array(part) else { continue };
        if array.rank() != entries {
            let fault =
                VectorPermutationLength { entries, role, what: array.to_string(), rank: array.rank() };
            cx.report(fault).blame(array.part);
        }
    }
    Some(())
}
