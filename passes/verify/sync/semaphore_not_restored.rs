//! A semaphore ends where it started.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::awaited;
use crate::verify::sync::engine::Kind;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncSemaphoreNotRestored`].
pub static CODE: Code = Code::new(
    607,
    "sync_semaphore_not_restored",
    Level::Error,
    "## What it checks
At the end of the kernel, or of the scope that allocates it, a semaphore of the kernel's own holds what it held at the start: as much has been taken off as was added. Remote signals count as if every device ran the same program.

## Why
Hardware checks that semaphores are zero at the end of a kernel; what is left lets a wait of the next user pass too early.

## Wrong
```python
pltpu.semaphore_signal(sem, 2)
pltpu.semaphore_wait(sem, 1)
```

## Right
```python
pltpu.semaphore_signal(sem, 2)
pltpu.semaphore_wait(sem, 2)
```

## Source
Semantics of DMAs and semaphores (specification, sections 4 and 5); the analysis of `docs/synchronisation.md`.
",
);

/// A semaphore ends where it started.
#[derive(Debug, thiserror::Error)]
#[error("{semaphore} ends {left} above where it started")]
pub struct SyncSemaphoreNotRestored {
    /// What to call the semaphore.
    pub semaphore: String,
    /// What is left in it.
    pub left: i64,
}

impl Fault for SyncSemaphoreNotRestored {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("wait for as much as is signalled".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a semaphore with something left in it.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let finding = found.always()?;
    let Kind::NotRestored { left } = finding.kind else { return None };
    let semaphore = awaited(cx, finding.op).unwrap_or(finding.value);
    let fault = SyncSemaphoreNotRestored { semaphore: cx.name(semaphore), left };
    let report = cx.report(fault).comes_from("semaphore", semaphore);
    if let Some(wait) = finding.other {
        report.place(wait, "the last wait on it");
    }
    Some(())
}
