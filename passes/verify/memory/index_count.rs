//! A load or store has one index for each dimension of its ref.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemoryIndexCount`].
pub static CODE: Code = Code::new(
    501,
    "memory_index_count",
    Level::Error,
    "## What it checks
Loads, stores and atomic updates name as many indices as the ref has dimensions.

## Why
The indices say where in the ref the access begins.

## Wrong
```mlir
tpu.vector_store %b[%i], %v {strides = array<i32>} : memref<8x128xf32>, vector<8x128xf32>,
```

## Right
```mlir
tpu.vector_store %b[%i, %j], %v {strides = array<i32>} : memref<8x128xf32>, vector<8x128xf32>,
```

## Source
MEM-02, MEM-11, STR-01, SHF-01, IDX-01, IDX-11 and FAA-03 (the `tpu` dialect); REF-08 (tracing). Read at
jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A load or store has one index for each dimension of its ref.
#[derive(Debug, thiserror::Error)]
#[error("{operation} has {indices} indices for {name}, which has {rank} dimensions")]
pub struct MemoryIndexCount {
    /// The operation.
    pub operation: &'static str,
    /// How many indices.
    pub indices: usize,
    /// What to call the ref.
    pub name: String,
    /// Its dimensions.
    pub rank: usize,
}

impl Fault for MemoryIndexCount {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("give one index for each dimension; 0 where the access begins at the start".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &[
    "tpu.load",
    "tpu.shuffled_load",
    "tpu.strided_load",
    "tpu.vector_load",
    "tpu.shuffled_store",
    "tpu.store",
    "tpu.strided_store",
    "tpu.vector_store",
    "tpu.vector_load_idx",
    "tpu.vector_store_idx",
    "tpu.fetch_and_add_sync",
];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (base, ty) = cx.ref_type(form.operand("base"))?;
    let indices = form.operands("indices").count();
    if indices != ty.rank() {
        let (operation, name) = (form.short_name(), cx.name(base.value));
        cx.report(MemoryIndexCount { operation, indices, name, rank: ty.rank() })
            .blame(base)
            .missing("indices");
    }
    Some(())
}
