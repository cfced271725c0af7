//! The semaphores of a DMA are refs to semaphores, not to data.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`DmaSemaphoreWrongType`].
pub static CODE: Code = Code::new(
    303,
    "dma_semaphore_wrong_type",
    Level::Error,
    "## What it checks
Every semaphore operand of a DMA, and of a wait for one, is a ref to semaphores.

## Why
Completion is counted in a semaphore. Memory for data has no counter that the engine could add to.

## Wrong
```python
def kernel(x_hbm, o_ref, buf, sem):
    pltpu.make_async_copy(x_hbm, sem, buf).start()   # buf and sem swapped
```

## Right
```python
def kernel(x_hbm, o_ref, buf, sem):
    pltpu.make_async_copy(x_hbm, buf, sem).start()
```

## Source
ODS-02 (the `tpu` dialect); DMAC-21: tracing lets it pass at a start, DMAC-10 refuses it at a wait. Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// The semaphores of a DMA are refs to semaphores, not to data.
#[derive(Debug, thiserror::Error)]
#[error("{dma} needs a semaphore as its {role}, but {name} is {ty}")]
pub struct DmaSemaphoreWrongType {
    /// The start or the wait, as the subject of a sentence.
    pub dma: &'static str,
    /// Which semaphore operand.
    pub role: String,
    /// What to call the ref.
    pub name: String,
    /// What it holds.
    pub ty: RefType,
    /// Whether a semaphore stands where data should: then the operands are in the wrong order.
    pub swapped: bool,
}

impl Fault for DmaSemaphoreWrongType {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some(if self.swapped {
            "the arguments are in the wrong order: first source, then target, then the semaphore".into()
        } else {
            "declare a semaphore, `pltpu.SemaphoreType.DMA` in `scratch_shapes`, and pass that".into()
        })
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks every semaphore operand.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let ends = [dma.source, dma.target];
    let swapped = ends
        .into_iter()
        .flatten()
        .any(|end| cx.graph().ref_type(end.value).is_some_and(|ty| ty.element.is_semaphore()));
    for operand in dma.semaphores() {
        let Some((operand, ty)) = cx.ref_type(Some(operand)) else { continue };
        if !ty.element.is_semaphore() {
            let (role, name) = (role_name(operand.role).to_owned(), cx.name(operand.value));
            let fault = DmaSemaphoreWrongType { dma: dma.subject(), role, name, ty: ty.clone(), swapped };
            cx.report(fault).blame(operand);
        }
    }
    Some(())
}
