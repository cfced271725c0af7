//! Semaphore memory holds semaphores.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, RefType};

/// The code of [`ViewSemaphoreElement`].
pub static CODE: Code = Code::new(
    522,
    "view_semaphore_element",
    Level::Error,
    "## What it checks
A ref in semaphore memory that is sliced is made of semaphores.

## Why
Its words are counters, not data.

## Wrong
```mlir
%r = tpu.memref_slice %b[%i] : memref<4xi32, #tpu.memory_space<semaphore_mem>> -> memref<1xi32, #tpu.memory_space<semaphore_mem>>
```

## Right
```mlir
%r = tpu.memref_slice %b[%i] : memref<4x!tpu.dma_semaphore, ...> -> memref<1x!tpu.dma_semaphore, ...>
```

## Source
VIEW-03 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Semaphore memory holds semaphores.
#[derive(Debug, thiserror::Error)]
#[error("semaphore memory holds semaphores, but {name} is {ty}")]
pub struct ViewSemaphoreElement {
    /// What to call the ref.
    pub name: String,
    /// Its type.
    pub ty: RefType,
}

impl Fault for ViewSemaphoreElement {
    fn code(&self) -> &'static Code {
        &CODE
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
    if ty.space == Some(MemorySpace::SemaphoreMem) && !ty.element.is_semaphore() {
        let name = cx.name(source.value);
        cx.report(ViewSemaphoreElement { name, ty: ty.clone() }).blame(source);
    }
    Some(())
}
