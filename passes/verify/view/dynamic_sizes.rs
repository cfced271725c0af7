//! Each size known at run time is given once.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`ViewDynamicSizes`].
pub static CODE: Code = Code::new(
    521,
    "view_dynamic_sizes",
    Level::Error,
    "## What it checks
A slice or reinterpretation has one size operand for each dynamic size of its result.

## Why
The operands fill the question marks in order.

## Wrong
```mlir
%r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32> -> memref<?x128xf32>
```

## Right
```mlir
%r = tpu.memref_slice %b[%i, %i] <%n> : memref<64x128xf32> -> memref<?x128xf32>
```

## Source
VIEW-02 and VIEW-42 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Each size known at run time is given once.
#[derive(Debug, thiserror::Error)]
#[error("the result {ty} has {wanted} sizes known at run time, but {given} are given")]
pub struct ViewDynamicSizes {
    /// The result.
    pub ty: RefType,
    /// Dynamic sizes.
    pub wanted: usize,
    /// Sizes given.
    pub given: usize,
}

impl Fault for ViewDynamicSizes {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_slice", "tpu.reinterpret_cast"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (result, ty) = cx.ref_type(form.result("result"))?;
    let wanted = ty.shape.iter().filter(|size| size.is_none()).count();
    let given = form.operands("dynamic_sizes").count();
    if wanted != given {
        cx.report(ViewDynamicSizes { ty: ty.clone(), wanted, given }).blame(result);
    }
    Some(())
}
