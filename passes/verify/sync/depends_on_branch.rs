//! Starts, signals and waits match whichever way a branch goes.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::clause;
use crate::verify::sync::engine::When;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncDependsOnBranch`].
pub static CODE: Code = Code::new(
    609,
    "sync_depends_on_branch",
    Level::Error,
    "## What it checks
A branch that is decided once in the whole kernel does not, going one way, leave a copy without a wait, a wait without a start, a semaphore that is not restored, or a buffer in use.

## Why
A start under a condition needs its wait under the same condition.

## Wrong
```python
@pl.when(flag_ref[0] == 1)
def _():
    copy.start()
copy.wait()
```

## Right
```python
@pl.when(flag_ref[0] == 1)
def _():
    copy.start()
    copy.wait()
```

## Source
Semantics of DMAs and semaphores (specification, sections 4 and 5); the analysis of `docs/synchronisation.md`.
",
);

/// Starts, signals and waits match whichever way a branch goes.
#[derive(Debug, thiserror::Error)]
#[error("when the branch is {way}, {clause}")]
pub struct SyncDependsOnBranch {
    /// What goes wrong.
    pub clause: String,
    /// Which way the branch goes.
    pub way: &'static str,
}

impl Fault for SyncDependsOnBranch {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("put start and wait, signal and wait, under the same condition".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports what goes wrong one way only.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let Found::Finding(finding) = found else { return None };
    let When::Branch { op, taken } = finding.when else { return None };
    let way = if taken { "taken" } else { "not taken" };
    let report = cx.report(SyncDependsOnBranch { clause: clause(cx, finding), way }).place(op, "the branch");
    if let Some(other) = finding.other {
        report.place(other, "the other side");
    }
    Some(())
}
