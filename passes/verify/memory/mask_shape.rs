//! A mask has one bool for each element.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemoryMaskShape`].
pub static CODE: Code = Code::new(
    509,
    "memory_mask_shape",
    Level::Error,
    "## What it checks
The mask of a store has the shape of the stored array; that of a load can be broadcast to the loaded one.

## Why
Bool i says whether element i is moved.

## Wrong
```mlir
tpu.vector_store %b[%i, %i], %v masked %m {...} : memref<8x128xf32>, vector<8x128xf32>, vector<8x64xi1>
```

## Right
```mlir
tpu.vector_store %b[%i, %i], %v masked %m {...} : memref<8x128xf32>, vector<8x128xf32>, vector<8x128xi1>
```

## Source
MEM-06, MEM-17, IDX-06 and IDX-17 (the `tpu` dialect); REF-07, REF-36 (tracing and lowering). Read at
jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A mask has one bool for each element.
#[derive(Debug, thiserror::Error)]
#[error("the mask {mask} does not fit the array {array}")]
pub struct MemoryMaskShape {
    /// The mask.
    pub mask: String,
    /// The array.
    pub array: String,
}

impl Fault for MemoryMaskShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("broadcast the mask to the shape of the array first".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] =
    &["tpu.vector_load", "tpu.vector_store", "tpu.vector_load_idx", "tpu.vector_store_idx"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let mask = cx.array(form.operand("mask"))?;
    let stored = form.operand("value_to_store");
    let array = cx.array(stored.or_else(|| form.all_results().first().copied()))?;
    let fits = if stored.is_some() {
        mask.shape == array.shape
    } else {
        let mut pairs = mask.shape.iter().rev().zip(array.shape.iter().rev());
        mask.rank() <= array.rank() && pairs.all(|(one, other)| one == other || *one == 1)
    };
    if !fits {
        let fault = MemoryMaskShape { mask: mask.to_string(), array: array.to_string() };
        cx.report(fault).blame(mask.part).blame(array.part);
    }
    Some(())
}
