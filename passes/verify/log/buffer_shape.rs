//! A logged buffer is printed in a shape of its own rank.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`LogBufferShape`].
pub static CODE: Code = Code::new(
    217,
    "log_buffer_shape",
    Level::Error,
    "## What it checks
The shape of a `tpu.log_buffer` has as many sizes as the ref has dimensions.

## Why
The shape says how much of each dimension to print.

## Wrong
```mlir
tpu.log_buffer \"v\" {shape = array<i64: 8>} : %b : memref<8x128xf32>
```

## Right
```mlir
tpu.log_buffer \"v\" {shape = array<i64: 8, 128>} : %b : memref<8x128xf32>
```

## Source
LOG-11 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A logged buffer is printed in a shape of its own rank.
#[derive(Debug, thiserror::Error)]
#[error("the shape to print has {given} sizes, but {name} has {rank} dimensions")]
pub struct LogBufferShape {
    /// Sizes given.
    pub given: usize,
    /// What to call the ref.
    pub name: String,
    /// Its dimensions.
    pub rank: usize,
}

impl Fault for LogBufferShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("give one size for each dimension of the ref".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.log_buffer"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (operand, ty) = cx.ref_type(form.operand("input"))?;
    let given = form.ints("shape").len();
    if given != ty.rank() {
        let name = cx.name(operand.value);
        cx.report(LogBufferShape { given, name, rank: ty.rank() }).blame(operand);
    }
    Some(())
}
