//! Single numbers are read and written in SMEM.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, RefType};

/// The code of [`MemoryScalarNotInSmem`].
pub static CODE: Code = Code::new(
    513,
    "memory_scalar_not_in_smem",
    Level::Error,
    "## What it checks
The ref of `memref.load` and `memref.store` is in SMEM, or in no stated memory.

## Why
Scalar registers are connected to SMEM only; VMEM is read and written in vectors, and semaphores have
operations of their own.

## Wrong
```python
o_ref[0, 0] = total           # o_ref in VMEM, total a number
```

## Right
```python
o_ref[...] = jnp.full(o_ref.shape, total)      # or keep it in SMEM
```

## Source
REF-34, REF-35 and REF-38 (lowering); the `tpu` dialect does not look at upstream operations. Read at
jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Single numbers are read and written in SMEM.
#[derive(Debug, thiserror::Error)]
#[error("{operation} moves a number between a register and SMEM, but {name} is {ty}")]
pub struct MemoryScalarNotInSmem {
    /// The operation.
    pub operation: &'static str,
    /// What to call the ref.
    pub name: String,
    /// Its type.
    pub ty: RefType,
}

impl Fault for MemoryScalarNotInSmem {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(if self.ty.element.is_semaphore() {
            "read a semaphore with `pl.semaphore_read(sem)`".into()
        } else {
            "store an array: `ref[...] = jnp.full(ref.shape, x)`, or keep the number in SMEM".into()
        })
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["memref.load", "memref.store"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (base, ty) = cx.ref_type(form.operand("base"))?;
    if ty.space? != MemorySpace::Smem {
        let operation = if form.name == "memref.load" { "a scalar load" } else { "a scalar store" };
        let name = cx.name(base.value);
        cx.report(MemoryScalarNotInSmem { operation, name, ty: ty.clone() }).blame(base);
    }
    Some(())
}
