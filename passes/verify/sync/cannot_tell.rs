//! Where the analysis of synchronisation gave up.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncCannotTell`].
pub static CODE: Code = Code::new(
    614,
    "sync_cannot_tell",
    Level::Note,
    "## What it checks
Only with `--explain-unknown`: the analysis of this kernel ended before all paths were followed to their ends. Nothing is wrong; but only what happens on every path has been checked.

## Why
A loop, a grid or the number of paths was too large, or a bound is known at run time only.

## Wrong
```python
# nothing is wrong
```

## Right
```python
# nothing is wrong
```

## Source
The budget of the analysis of `docs/synchronisation.md`.
",
);

/// Where the analysis of synchronisation gave up.
#[derive(Debug, thiserror::Error)]
#[error("from here on, the analysis of synchronisation cannot tell what happens")]
pub struct SyncCannotTell;

impl Fault for SyncCannotTell {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        None
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Says so.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    if let Found::Unknown(_) = found {
        cx.report(SyncCannotTell);
    }
    Some(())
}
