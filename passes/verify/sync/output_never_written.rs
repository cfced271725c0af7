//! Every output is written.

use crate::verify::cx::Cx;
use crate::verify::sync::Found;
use crate::verify::sync::engine::WindowKind;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`SyncOutputNeverWritten`].
pub static CODE: Code = Code::new(
    612,
    "sync_output_never_written",
    Level::Warning,
    "## What it checks
Some operation of the kernel writes each output that is not aliased to an input. Which windows are outputs is known from the call around the kernel only.

## Why
What an output holds that nobody writes is undefined.

## Wrong
```python
def kernel(x_ref, o_ref):
    y = x_ref[...] * 2
```

## Right
```python
def kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2
```

## Source
Semantics of the grid and its windows (specification, section 2); the analysis of `docs/synchronisation.md`.
",
);

/// Every output is written.
#[derive(Debug, thiserror::Error)]
#[error("nothing in the kernel writes {window}, which is an output")]
pub struct SyncOutputNeverWritten {
    /// What to call the window.
    pub window: String,
}

impl Fault for SyncOutputNeverWritten {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("write it, or drop it from `out_shape`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reports an output that nothing writes.
pub fn check(found: &Found, cx: &mut Cx<'_>) -> Option<()> {
    let Found::Window(fault) = found else { return None };
    if fault.kind == WindowKind::NeverWritten {
        let report = SyncOutputNeverWritten { window: cx.name(fault.window) };
        cx.report(report).comes_from("output", fault.window);
    }
    Some(())
}
