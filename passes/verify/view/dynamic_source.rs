//! A slice is taken of a ref whose sizes are known.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`ViewDynamicSource`].
pub static CODE: Code = Code::new(
    520,
    "view_dynamic_source",
    Level::Error,
    "## What it checks
The source of `tpu.memref_slice` has a static shape. Modules of jaxlib 0.12 and later, by the version they
carry, may slice others.

## Why
The compiler derives the address from the sizes.

## Wrong
```mlir
%r = tpu.memref_slice %b[%i, %i] : memref<?x128xf32> -> memref<8x128xf32>
```

## Right
```mlir
%r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32> -> memref<8x128xf32>
```

## Source
VIEW-01 (the `tpu` dialect); REF-16 (tracing). jaxlib 0.12 dropped it. Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// A slice is taken of a ref whose sizes are known.
#[derive(Debug, thiserror::Error)]
#[error("a slice is taken of a ref of known sizes, but {name} is {ty}")]
pub struct ViewDynamicSource {
    /// What to call the ref.
    pub name: String,
    /// Its type.
    pub ty: RefType,
}

impl Fault for ViewDynamicSource {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("slice the ref once, in one step, from its static shape".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_slice"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, ty) = cx.ref_type(form.operand("mem_ref"))?;
    if !cx.since(super::RELAXED) && ty.shape.contains(&None) {
        let name = cx.name(source.value);
        cx.report(ViewDynamicSource { name, ty: ty.clone() }).blame(source);
    }
    Some(())
}
