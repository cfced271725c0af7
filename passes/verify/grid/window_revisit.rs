//! A block that may return at any time has one buffer.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridWindowRevisit`].
pub static CODE: Code = Code::new(
    654,
    "grid_window_revisit",
    Level::Error,
    "## What it checks
A window with `revisit_mode` any is not double-buffered.

## Why
The second buffer would hold an older state of the block.

## Wrong
```mlir
{pipeline_mode = #tpu.pipeline_mode<double_buffered>, revisit_mode = #tpu.revisit_mode<any>, ...}
```

## Right
```mlir
{pipeline_mode = #tpu.pipeline_mode<synchronous>, revisit_mode = #tpu.revisit_mode<any>, ...}
```

## Source
GRID-29 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A block that may return at any time has one buffer.
#[derive(Debug, thiserror::Error)]
#[error("blocks of window {window} may return at any time, so it cannot be double-buffered")]
pub struct GridWindowRevisit {
    /// The window.
    pub window: usize,
}

impl Fault for GridWindowRevisit {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("give the spec one buffer: `pl.Buffered(1, ...)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    for (window, entry) in form.windows.iter().flatten().enumerate() {
        let any = entry.revisit.as_deref() == Some("any");
        if any && entry.pipeline.as_deref() == Some("double_buffered") {
            cx.report(GridWindowRevisit { window });
        }
    }
    Some(())
}
