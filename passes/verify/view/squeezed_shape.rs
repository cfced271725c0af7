//! A squeeze drops dimensions of size 1, and nothing else.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ViewSqueezedShape`].
pub static CODE: Code = Code::new(
    527,
    "view_squeezed_shape",
    Level::Error,
    "## What it checks
The result of `tpu.memref_squeeze` has the sizes of its source, in order, without some that are 1.

## Why
Only those can go without changing which element is which.

## Wrong
```mlir
%r = tpu.memref_squeeze %b : memref<2x8xf32> -> memref<8xf32>
```

## Right
```mlir
%s = tpu.memref_slice %b[%i, %z] : memref<2x8xf32> -> memref<1x8xf32>
%r = tpu.memref_squeeze %s : memref<1x8xf32> -> memref<8xf32>
```

## Source
VIEW-13, VIEW-14 and VIEW-15 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A squeeze drops dimensions of size 1, and nothing else.
#[derive(Debug, thiserror::Error)]
#[error("a squeeze drops dimensions of size 1, which does not make {to} of {from}")]
pub struct ViewSqueezedShape {
    /// Before.
    pub from: String,
    /// After.
    pub to: String,
}

impl Fault for ViewSqueezedShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("slice the dimension to size 1 first: `ref.at[i]` does both".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_squeeze"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, from) = cx.ref_type(form.operand("input"))?;
    let (result, to) = cx.ref_type(form.result("result"))?;
    if super::squeezed(&from.shape, &to.shape).is_none() {
        let fault = ViewSqueezedShape { from: from.shape_tuple(), to: to.shape_tuple() };
        cx.report(fault).blame(source).blame(result);
    }
    Some(())
}
