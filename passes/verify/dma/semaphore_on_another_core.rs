//! The semaphores that a core waits on, or that its sources count on, are its own.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::dma::{Dma, DmaKind};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`DmaSemaphoreOnAnotherCore`].
pub static CODE: Code = Code::new(
    321,
    "dma_semaphore_on_another_core",
    Level::Error,
    "## What it checks
If the type of a source semaphore, or of an awaited one, names a core, it is the core that runs the operation.

## Why
A core can add to the semaphores of another, but it can only wait on its own.

## Wrong
```python
# in a kernel of a SparseCore vector subcore
pltpu.make_async_copy(x, o, tc_sem).wait()        # a semaphore of the TensorCore
```

## Right
```python
pltpu.make_async_copy(x, o, own_sem).wait()
```

## Source
DMA-11, WAIT-02 and WAIT-13 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The semaphores that a core waits on, or that its sources count on, are its own.
#[derive(Debug, thiserror::Error)]
#[error("the {role} {semaphore} belongs to a {owner}, but this runs on a {issuer}")]
pub struct DmaSemaphoreOnAnotherCore {
    /// Which semaphore operand.
    pub role: String,
    /// What to call the semaphore.
    pub semaphore: String,
    /// The core it belongs to.
    pub owner: CoreType,
    /// The core that issues the operation.
    pub issuer: CoreType,
}

impl Fault for DmaSemaphoreOnAnotherCore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(format!("use a semaphore of the {} here, one among its own scratch", self.issuer))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks the source semaphore of starts and the awaited semaphore of waits.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let local = match dma.kind {
        DmaKind::Start => dma.source_semaphore,
        DmaKind::Wait | DmaKind::WaitForEnd { .. } => dma.awaited(),
        DmaKind::StartIndirect | DmaKind::WaitIndirect => None,
    };
    let (operand, ty) = cx.ref_type(local)?;
    let (owner, issuer) = (ty.core?, cx.issuing_core());
    if owner != issuer {
        let (role, semaphore) = (role_name(operand.role).to_owned(), cx.name(operand.value));
        cx.report(DmaSemaphoreOnAnotherCore { role, semaphore, owner, issuer }).blame(operand);
    }
    Some(())
}
