//! Steps of a parallel dimension write different blocks.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::engine::WindowKind;
use crate::verify::sync::tuple;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncBlockShared`].
pub static CODE: Code = Code::new(
    611,
    "sync_block_shared",
    Level::Error,
    "## What it checks
No two steps of the grid that differ in a `parallel` dimension have the same block of an output window.

## Why
A parallel dimension may be split over cores. Each core then has a buffer of its own for the block, and the last one to write it back wins.

## Wrong
```python
grid=(4,), dimension_semantics=('parallel',)
out_specs=pl.BlockSpec((8, 128), lambda i: (0, 0))
```

## Right
```python
grid=(4,), dimension_semantics=('arbitrary',)
out_specs=pl.BlockSpec((8, 128), lambda i: (0, 0))
```

## Source
Semantics of the grid and its windows (specification, section 2); the analysis of `docs/synchronisation.md`.
",
);

/// Steps of a parallel dimension write different blocks.
#[derive(Debug, thiserror::Error)]
#[error(
    "steps {first} and {second} both write block {block} of {window}, but grid dimension {dimension} is parallel"
)]
pub struct SyncBlockShared {
    /// What to call the window.
    pub window: String,
    /// The block.
    pub block: String,
    /// A step.
    pub first: String,
    /// Another.
    pub second: String,
    /// The parallel dimension.
    pub dimension: usize,
}

impl Fault for SyncBlockShared {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("make the dimension `arbitrary`, or give each of its steps a block of its own".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports a block of several parallel steps.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let Found::Window(fault) = found else { return None };
    let WindowKind::Shared { block, first, second, dimension } = &fault.kind else { return None };
    let report = SyncBlockShared {
        window: cx.name(fault.window),
        block: tuple(block),
        first: tuple(first),
        second: tuple(second),
        dimension: *dimension,
    };
    cx.report(report).comes_from("output", fault.window);
    Some(())
}
