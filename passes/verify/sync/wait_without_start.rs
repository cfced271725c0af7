//! A wait for a copy has a copy to wait for.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::awaited;
use crate::verify::sync::engine::Kind;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncWaitWithoutStart`].
pub static CODE: Code = Code::new(
    602,
    "sync_wait_without_start",
    Level::Error,
    "## What it checks
At a wait on a DMA semaphore of the kernel's own, some copy has been started on that semaphore and has not been waited for. Semaphores that are operands, results or barriers are left out: others may start copies on them.

## Why
The semaphore never gets there, and the core hangs.

## Wrong
```python
copy = pltpu.make_async_copy(x_hbm, buf, sem)
copy.wait()
```

## Right
```python
copy = pltpu.make_async_copy(x_hbm, buf, sem)
copy.start()
copy.wait()
```

## Source
Semantics of DMAs and semaphores (specification, sections 4 and 5); the analysis of `docs/synchronisation.md`.
",
);

/// A wait for a copy has a copy to wait for.
#[derive(Debug, thiserror::Error)]
#[error("this waits for a copy on {semaphore}, but no copy is under way on it: the core would hang here")]
pub struct SyncWaitWithoutStart {
    /// What to call the semaphore.
    pub semaphore: String,
}

impl Fault for SyncWaitWithoutStart {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("start the copy first, on the semaphore that is waited on, and wait once for each start".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a wait on an empty semaphore.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let finding = found.always().filter(|finding| finding.kind == Kind::WaitWithoutStart)?;
    let semaphore = awaited(cx, finding.op).unwrap_or(finding.value);
    let fault = SyncWaitWithoutStart { semaphore: cx.name(semaphore) };
    let report = cx.report(fault).comes_from("semaphore", semaphore);
    if let Some(start) = finding.other {
        report.place(start, "this copy is on another semaphore of the array, or not enough for all waits");
    }
    Some(())
}
