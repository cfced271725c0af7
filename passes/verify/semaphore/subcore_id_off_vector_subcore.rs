//! A subcore id names a vector subcore of a SparseCore.

use crate::verify::cx::Cx;
use crate::verify::semaphore::SemaphoreOp;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`SemaphoreSubcoreIdOffVectorSubcore`].
pub static CODE: Code = Code::new(
    411,
    "semaphore_subcore_id_off_vector_subcore",
    Level::Error,
    "## What it checks
A signal with a subcore id goes to a semaphore of a SparseCore vector subcore.

## Why
TensorCores and scalar subcores are not divided further, so the number would name nothing.

## Wrong
```mlir
tpu.sem_signal %sem, %n core_id %c subcore_id %s   # a semaphore of a TensorCore
```

## Right
```mlir
tpu.sem_signal %sem, %n core_id %c
```

## Source
SEM-04 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A subcore id names a vector subcore of a SparseCore.
#[derive(Debug, thiserror::Error)]
#[error(
    "this signal has a subcore id, which only SparseCore vector subcores have, but {name} belongs to a {owner}"
)]
pub struct SemaphoreSubcoreIdOffVectorSubcore {
    /// What to call the semaphore.
    pub name: String,
    /// The core it belongs to.
    pub owner: CoreType,
}

impl Fault for SemaphoreSubcoreIdOffVectorSubcore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("leave the subcore id out, or signal a semaphore of a vector subcore".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks signals.
pub fn check(semaphore: &SemaphoreOp, cx: &mut Cx<'_>) -> Option<()> {
    let subcore = cx.sound(semaphore.subcore_id)?;
    let (operand, _) = cx.ref_type(semaphore.semaphore)?;
    let owner = semaphore.target_core(cx);
    if owner != CoreType::ScVectorSubcore {
        let name = cx.name(operand.value);
        cx.report(SemaphoreSubcoreIdOffVectorSubcore { name, owner }).blame(subcore).with(operand);
    }
    Some(())
}
