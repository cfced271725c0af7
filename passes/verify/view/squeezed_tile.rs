//! A squeeze leaves tiles whole.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ViewSqueezedTile`].
pub static CODE: Code = Code::new(
    528,
    "view_squeezed_tile",
    Level::Error,
    "## What it checks
A dimension that a squeeze drops is not one that tiles cover, unless they are of size 1 in it and not cut
further.

## Why
The row would still lie in a tile of eight, with seven others that nobody asked for.

## Wrong
```mlir
%r = tpu.memref_squeeze %b : memref<8x1x128xf32, #tpu.tiled<(8,128),[1,1,1]>> -> memref<8x128xf32, #tpu.tiled<(8,128),[1,1]>>
```

## Right
```mlir
%r = tpu.memref_squeeze %b : memref<8x1x128xf32, #tpu.tiled<(1,128),[1,1,1]>> -> memref<8x128xf32, #tpu.tiled<(1,128),[1,1]>>
```

## Source
VIEW-17 and VIEW-18 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A squeeze leaves tiles whole.
#[derive(Debug, thiserror::Error)]
#[error("a squeeze drops dimension {axis} of {name}, which lies in tiles {tiles}")]
pub struct ViewSqueezedTile {
    /// The dimension.
    pub axis: usize,
    /// What to call the ref.
    pub name: String,
    /// The tiles.
    pub tiles: String,
}

impl Fault for ViewSqueezedTile {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_squeeze"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, from) = cx.ref_type(form.operand("input"))?;
    let (result, to) = cx.ref_type(form.result("result"))?;
    let tiling = from.tiling()?;
    let tile = tiling.first();
    let dropped = super::squeezed(&from.shape, &to.shape)?;
    let untiled = from.rank().checked_sub(tile.len())?;
    let size = |axis: usize| axis.checked_sub(untiled).and_then(|at| tile.get(at)).copied();
    let one = |axis: usize| tiling.tiles.len() == 1 && size(axis) == Some(1);
    let axis = dropped.into_iter().find(|axis| size(*axis).is_some() && !one(*axis))?;
    let fault = ViewSqueezedTile { axis, name: cx.name(source.value), tiles: tiling.to_string() };
    cx.report(fault).blame(source).blame(result);
    Some(())
}
