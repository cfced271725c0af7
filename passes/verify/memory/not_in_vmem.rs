//! Arrays are loaded from VMEM and stored to VMEM.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, RefType};

/// The code of [`MemoryNotInVmem`].
pub static CODE: Code = Code::new(
    502,
    "memory_not_in_vmem",
    Level::Error,
    "## What it checks
The ref of an array load or store is in VMEM, or in no stated memory. Upstream's `vector.load` and
`vector.store` and the strided forms are held to it too, though jaxlib leaves them to the compiler.

## Why
Vector registers are connected to VMEM only. Data in HBM is copied first; SMEM holds numbers, to be read one
by one.

## Wrong
```python
x = x_hbm[...]            # memory_space=pl.ANY or HBM
```

## Right
```python
pltpu.sync_copy(x_hbm, buf)       # buf: pltpu.VMEM
x = buf[...]
```

## Source
MEM-03, MEM-14, IDX-03 and IDX-14 (the `tpu` dialect); REF-32, REF-33, REF-38, REF-42 and MEMS-12
(lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Arrays are loaded from VMEM and stored to VMEM.
#[derive(Debug, thiserror::Error)]
#[error("{operation} moves arrays between registers and VMEM, but {name} is {ty}")]
pub struct MemoryNotInVmem {
    /// The operation.
    pub operation: &'static str,
    /// What to call the ref.
    pub name: String,
    /// Its type.
    pub ty: RefType,
}

impl Fault for MemoryNotInVmem {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(match self.ty.space {
            Some(MemorySpace::Smem) => {
                "read numbers one by one: `ref[i, j]`, or keep the array in VMEM".into()
            }
            _ => "copy it into a VMEM scratch buffer with `pltpu.sync_copy(...)` or an async copy".into(),
        })
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &[
    "tpu.strided_load",
    "tpu.strided_store",
    "tpu.vector_load",
    "tpu.vector_store",
    "vector.load",
    "vector.store",
    "tpu.vector_load_idx",
    "tpu.vector_store_idx",
];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (base, ty) = cx.ref_type(form.operand("base"))?;
    let space = ty.space?;
    if space != MemorySpace::Vmem {
        let (operation, name) = (form.short_name(), cx.name(base.value));
        cx.report(MemoryNotInVmem { operation, name, ty: ty.clone() }).blame(base);
    }
    Some(())
}
