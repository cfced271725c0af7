//! Operands left in HBM are not blocked.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, RefType};

/// The code of [`GridWindowNotBlocked`].
pub static CODE: Code = Code::new(
    655,
    "grid_window_not_blocked",
    Level::Error,
    "## What it checks
A window with `window_bounds` is in VMEM or SMEM.

## Why
The pipeline copies blocks to where the kernel can use them; an operand in HBM, in any memory or of
semaphores is passed whole.

## Wrong
```python
pl.BlockSpec((8, 128), lambda i: (i, 0), memory_space=pl.ANY)
```

## Right
```python
pl.BlockSpec(memory_space=pl.ANY)
```

## Source
GRID-24 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Operands left in HBM are not blocked.
#[derive(Debug, thiserror::Error)]
#[error("window {window} has a block shape, but {name} is {ty}, which is passed whole")]
pub struct GridWindowNotBlocked {
    /// The window.
    pub window: usize,
    /// What to call the ref.
    pub name: String,
    /// Its type.
    pub ty: RefType,
}

impl Fault for GridWindowNotBlocked {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("leave out block shape and index map, and copy parts with async copies".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    for (window, entry, argument) in form.window_arguments() {
        let Some((argument, ty)) = cx.ref_type(Some(argument)) else { continue };
        let blocked = matches!(ty.space, None | Some(MemorySpace::Vmem | MemorySpace::Smem));
        if entry.bounds.is_some() && !blocked {
            let name = cx.name(argument.value);
            cx.report(GridWindowNotBlocked { window, name, ty: ty.clone() }).with(argument);
        }
    }
    Some(())
}
