//! A strided access has one stride for each dimension.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemoryStrideCount`].
pub static CODE: Code = Code::new(
    505,
    "memory_stride_count",
    Level::Error,
    "## What it checks
A strided load or store has as many strides as its ref has dimensions.

## Why
Stride 1 is for dimensions that are read without gaps.

## Wrong
```mlir
%r = tpu.strided_load %b[%i, %i] {strides = array<i32: 2>} : memref<16x128xf32>, vector<8x128xf32>
```

## Right
```mlir
%r = tpu.strided_load %b[%i, %i] {strides = array<i32: 2, 1>} : memref<16x128xf32>, vector<8x128xf32>
```

## Source
STR-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A strided access has one stride for each dimension.
#[derive(Debug, thiserror::Error)]
#[error("{operation} has {strides} strides for {name}, which has {rank} dimensions")]
pub struct MemoryStrideCount {
    /// The operation.
    pub operation: &'static str,
    /// How many strides.
    pub strides: usize,
    /// What to call the ref.
    pub name: String,
    /// Its dimensions.
    pub rank: usize,
}

impl Fault for MemoryStrideCount {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.strided_load", "tpu.strided_store"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (base, ty) = cx.ref_type(form.operand("base"))?;
    let strides = form.ints("strides").len();
    if strides != ty.rank() {
        let (operation, name) = (form.short_name(), cx.name(base.value));
        cx.report(MemoryStrideCount { operation, strides, name, rank: ty.rank() }).blame(base);
    }
    Some(())
}
