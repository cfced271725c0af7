//! Atomic updates go to a vector subcore.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`MemoryAtomicCore`].
pub static CODE: Code = Code::new(
    514,
    "memory_atomic_core",
    Level::Error,
    "## What it checks
The memory that `tpu.fetch_and_add_sync` updates belongs to a SparseCore vector subcore: by the core of its
memory space, else because such a core runs the kernel.

## Why
Other cores have no unit for it.

## Wrong
```python
plsc.fetch_and_add(ref, 1, ...)         # in a scalar subcore kernel
```

## Right
```python
plsc.fetch_and_add(ref, 1, ...)         # in a vector subcore kernel
```

## Source
FAA-01 and FAA-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Atomic updates go to a vector subcore.
#[derive(Debug, thiserror::Error)]
#[error("an atomic update goes to a SparseCore vector subcore, but {name} belongs to a {core}")]
pub struct MemoryAtomicCore {
    /// What to call the ref.
    pub name: String,
    /// Whose memory it is.
    pub core: CoreType,
}

impl Fault for MemoryAtomicCore {
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
    let core = ty.core.unwrap_or_else(|| cx.issuing_core());
    if core != CoreType::ScVectorSubcore {
        let name = cx.name(base.value);
        cx.report(MemoryAtomicCore { name, core }).blame(base);
    }
    Some(())
}
