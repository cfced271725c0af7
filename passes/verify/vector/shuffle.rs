//! A sublane shuffle picks existing sublanes of two registers.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`VectorShuffle`].
pub static CODE: Code = Code::new(
    275,
    "vector_shuffle",
    Level::Error,
    "## What it checks
The registers of a `tpu.sublane_shuffle` have two or three dimensions; its pattern has one entry for each
sublane, from 0 to twice their number less one.

## Why
Entry i says which sublane of both registers, laid end to end, becomes sublane i.

## Wrong
```mlir
%r = tpu.sublane_shuffle %a, %b, [0] : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xf32>
```

## Right
```mlir
%r = tpu.sublane_shuffle %a, %b, [0, 2, 4, 6, 8, 10, 12, 14] : ...
```

## Source
SUB-01, SUB-04, SUB-05 and SUB-06 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A sublane shuffle picks existing sublanes of two registers.
#[derive(Debug, thiserror::Error)]
#[error("a sublane shuffle of {what} is malformed: {why}")]
pub struct VectorShuffle {
    /// The registers.
    pub what: String,
    /// What is wrong.
    pub why: String,
}

impl Fault for VectorShuffle {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.sublane_shuffle"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let register = cx.array(form.operand("lhs"))?;
    let pattern = form.ints("pattern");
    let sublanes = i64::try_from(*register.shape.first()?).ok()?;
    let count = i64::try_from(pattern.len()).ok()?;
    let outside = pattern.iter().find(|entry| !(0..sublanes.saturating_mul(2)).contains(*entry));
    let why = if !(2..=3).contains(&register.rank()) {
        "a register has two or three dimensions".to_owned()
    } else if count != sublanes {
        format!("its pattern has {count} entries for {sublanes} sublanes")
    } else if let Some(entry) = outside {
        format!("there is no sublane {entry} in two registers")
    } else {
        return None;
    };
    cx.report(VectorShuffle { what: register.to_string(), why }).blame(register.part);
    Some(())
}
