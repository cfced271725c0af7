//! Atomic updates are of numbers in SMEM.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, RefType};

/// The code of [`MemoryAtomicNotInSmem`].
pub static CODE: Code = Code::new(
    515,
    "memory_atomic_not_in_smem",
    Level::Error,
    "## What it checks
The ref that `tpu.fetch_and_add_sync` updates is in SMEM, or in no stated memory. jaxlib does not look.

## Why
The other subcore's SMEM is what the network reaches.

## Wrong
```mlir
%r = tpu.fetch_and_add_sync %b[%i], %v, %c : memref<4xi32, #tpu.memory_space<vmem>>, i32 -> i32
```

## Right
```mlir
%r = tpu.fetch_and_add_sync %b[%i], %v, %c : memref<4xi32, #tpu.memory_space<smem>>, i32 -> i32
```

## Source
VECT-20 (tracing); the `tpu` dialect documents it and does not look. Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// Atomic updates are of numbers in SMEM.
#[derive(Debug, thiserror::Error)]
#[error("an atomic update is of a number in SMEM, but {name} is {ty}")]
pub struct MemoryAtomicNotInSmem {
    /// What to call the ref.
    pub name: String,
    /// Its type.
    pub ty: RefType,
}

impl Fault for MemoryAtomicNotInSmem {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.fetch_and_add_sync"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (base, ty) = cx.ref_type(form.operand("base"))?;
    if ty.space? != MemorySpace::Smem {
        let name = cx.name(base.value);
        cx.report(MemoryAtomicNotInSmem { name, ty: ty.clone() }).blame(base);
    }
    Some(())
}
