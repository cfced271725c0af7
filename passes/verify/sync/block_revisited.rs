//! An output block is not left and visited again.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::engine::WindowKind;
use crate::verify::sync::tuple;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncBlockRevisited`].
pub static CODE: Code = Code::new(
    610,
    "sync_block_revisited",
    Level::Error,
    "## What it checks
Over the steps of the grid, in order, the index of an output window does not come back to a block that it has left, unless the window's revisit mode is `any` or its array is aliased.

## Why
When the index changes, the block is written back; coming back starts with undefined content, and overwrites what was written.

## Wrong
```python
grid=(2, 2), out_specs=pl.BlockSpec((8, 128), lambda i, j: (j, 0))
```

## Right
```python
grid=(2, 2), out_specs=pl.BlockSpec((8, 128), lambda i, j: (i, 0))
```

## Source
Semantics of the grid and its windows (specification, section 2); the analysis of `docs/synchronisation.md`.
",
);

/// An output block is not left and visited again.
#[derive(Debug, thiserror::Error)]
#[error("block {block} of {window} is written at step {first}, left, and visited again at step {again}")]
pub struct SyncBlockRevisited {
    /// What to call the window.
    pub window: String,
    /// The block.
    pub block: String,
    /// The step that visits it first.
    pub first: String,
    /// The step that comes back.
    pub again: String,
}

impl Fault for SyncBlockRevisited {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("order the grid so that all steps of one output block follow each other, the accumulating dimension last".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a block that comes back.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let Found::Window(fault) = found else { return None };
    let WindowKind::Revisited { block, first, again } = &fault.kind else { return None };
    let report = SyncBlockRevisited {
        window: cx.name(fault.window),
        block: tuple(block),
        first: tuple(first),
        again: tuple(again),
    };
    cx.report(report).comes_from("output", fault.window);
    Some(())
}
