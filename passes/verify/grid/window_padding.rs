//! Padding of a window is given for each dimension.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridWindowPadding`].
pub static CODE: Code = Code::new(
    653,
    "grid_window_padding",
    Level::Error,
    "## What it checks
Both lists of a `#tpu.element_window` have as many entries as the block has dimensions, none of them
negative.

## Why
Entry i is how far the window may reach over the edge in dimension i.

## Wrong
```mlir
window_kind = #tpu.element_window<[0], [2]>, window_bounds = array<i64: 8, 128>
```

## Right
```mlir
window_kind = #tpu.element_window<[0, 0], [2, 0]>, window_bounds = array<i64: 8, 128>
```

## Source
GRID-28 (lowering); the `tpu` dialect does not look (ATTR-01). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Padding of a window is given for each dimension.
#[derive(Debug, thiserror::Error)]
#[error(
    "the padding of window {window} is {low:?} in front and {high:?} behind, but the block has {rank} dimensions, padded by 0 or more"
)]
pub struct GridWindowPadding {
    /// The window.
    pub window: usize,
    /// Padding in front.
    pub low: Vec<i64>,
    /// Padding behind.
    pub high: Vec<i64>,
    /// Dimensions of the block.
    pub rank: usize,
}

impl Fault for GridWindowPadding {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    for (window, entry, argument) in form.window_arguments() {
        let Some((low, high)) = entry.pads.clone() else { continue };
        let Some((argument, ty)) = cx.ref_type(Some(argument)) else { continue };
        let rank = ty.rank();
        let negative = low.iter().chain(&high).any(|pad| *pad < 0);
        if low.len() != rank || high.len() != rank || negative {
            cx.report(GridWindowPadding { window, low, high, rank }).with(argument);
        }
    }
    Some(())
}
