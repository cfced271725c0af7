//! Scratch and output blocks are written before they are read.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::engine::Kind;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncUninitialisedRead`].
pub static CODE: Code = Code::new(
    613,
    "sync_uninitialised_read",
    Level::Error,
    "## What it checks
In the first step of the grid, and of each visit to an output block, nothing of scratch memory or of an output window is loaded before something is stored there, unless what is loaded is not used, or a choice follows that may drop it.

## Why
Scratch and output windows start with whatever was there before.

## Wrong
```python
def kernel(x_ref, o_ref):
    o_ref[...] += x_ref[...]
```

## Right
```python
def kernel(x_ref, o_ref):
    @pl.when(pl.program_id(0) == 0)
    def _():
        o_ref[...] = jnp.zeros_like(o_ref)
    o_ref[...] += x_ref[...]
```

## Source
Semantics of the grid and its windows (specification, section 2); the analysis of `docs/synchronisation.md`.
",
);

/// Scratch and output blocks are written before they are read.
#[derive(Debug, thiserror::Error)]
#[error("{name} is read here before anything is written to it")]
pub struct SyncUninitialisedRead {
    /// What is read.
    pub name: String,
}

impl Fault for SyncUninitialisedRead {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("initialise it in the first step: `@pl.when(pl.program_id(axis) == 0)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a read of nothing.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let finding = found.always().filter(|finding| finding.kind == Kind::Uninitialised)?;
    cx.report(SyncUninitialisedRead { name: cx.name(finding.value) }).comes_from("ref", finding.value);
    Some(())
}
