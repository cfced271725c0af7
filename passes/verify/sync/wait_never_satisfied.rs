//! A wait on a semaphore can be satisfied.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::awaited;
use crate::verify::sync::engine::Kind;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncWaitNeverSatisfied`].
pub static CODE: Code = Code::new(
    608,
    "sync_wait_never_satisfied",
    Level::Error,
    "## What it checks
At a wait on a regular semaphore of the kernel's own, at least as much has been signalled as is waited for. Where other devices signal too, the sums over the whole kernel are compared.

## Why
Nobody else can signal it, so the core hangs.

## Wrong
```python
pltpu.semaphore_wait(sem, 1)      # scratch, never signalled
```

## Right
```python
pltpu.semaphore_signal(sem, 1)
pltpu.semaphore_wait(sem, 1)
```

## Source
Semantics of DMAs and semaphores (specification, sections 4 and 5); the analysis of `docs/synchronisation.md`.
",
);

/// A wait on a semaphore can be satisfied.
#[derive(Debug, thiserror::Error)]
#[error(
    "this waits for {need} on {semaphore}, but only {have} can have been signalled: the core would hang here"
)]
pub struct SyncWaitNeverSatisfied {
    /// What is waited for.
    pub need: i64,
    /// What has been signalled.
    pub have: i64,
    /// What to call the semaphore.
    pub semaphore: String,
}

impl Fault for SyncWaitNeverSatisfied {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("signal the semaphore before, and as often as it is waited for".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a wait that hangs.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let finding = found.always()?;
    let Kind::NeverSatisfied { need, have } = finding.kind else { return None };
    let semaphore = awaited(cx, finding.op).unwrap_or(finding.value);
    let fault = SyncWaitNeverSatisfied { need, have, semaphore: cx.name(semaphore) };
    let report = cx.report(fault).comes_from("semaphore", semaphore);
    if let Some(signal) = finding.other {
        report.place(signal, "the last signal before");
    }
    Some(())
}
