//! The array of a load or store has the dimensions of its ref.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemoryRankDiffers`].
pub static CODE: Code = Code::new(
    507,
    "memory_rank_differs",
    Level::Error,
    "## What it checks
Strided accesses move as many dimensions as the ref has, shuffled stores too; vector loads and stores at
most as many (jaxlib does not look); a scatter moves one.

## Why
Dimension i of the array lies along dimension i of the ref, counted from the last.

## Wrong
```mlir
tpu.vector_store %b[%i], %v {strides = array<i32>} : memref<128xf32>, vector<8x128xf32>,
```

## Right
```mlir
tpu.vector_store %b[%i, %j], %v {strides = array<i32>} : memref<8x128xf32>, vector<8x128xf32>,
```

## Source
STR-03, SHF-04 and IDX-12 (the `tpu` dialect); REF-03 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The array of a load or store has the dimensions of its ref.
#[derive(Debug, thiserror::Error)]
#[error("{operation} moves {wanted}, but the array is {array}")]
pub struct MemoryRankDiffers {
    /// The operation.
    pub operation: &'static str,
    /// What it moves.
    pub wanted: String,
    /// The array.
    pub array: String,
}

impl Fault for MemoryRankDiffers {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &[
    "tpu.shuffled_store",
    "tpu.strided_load",
    "tpu.strided_store",
    "tpu.vector_load",
    "tpu.vector_store",
    "tpu.vector_store_idx",
];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (base, ty) = cx.ref_type(form.operand("base"))?;
    let moved = form.operand("value_to_store").or_else(|| form.all_results().first().copied());
    let array = cx.array(moved)?;
    let (rank, has) = (ty.rank(), array.rank());
    let (fine, wanted) = match form.name {
        "tpu.vector_store_idx" => (has == 1, "one dimension".to_owned()),
        "tpu.vector_load" | "tpu.vector_store" => {
            (has <= rank, format!("at most the {rank} dimensions of its ref"))
        }
        _ => (has == rank, format!("the {rank} dimensions of its ref")),
    };
    if !fine {
        let fault = MemoryRankDiffers { operation: form.short_name(), wanted, array: array.to_string() };
        cx.report(fault).blame(array.part).with(base);
    }
    Some(())
}
