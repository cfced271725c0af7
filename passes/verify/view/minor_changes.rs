//! A reshape of a tiled ref does not cut tiles.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`ViewMinorChanges`].
pub static CODE: Code = Code::new(
    533,
    "view_minor_changes",
    Level::Error,
    "## What it checks
The last dimension stays, unless tiles are one row high and it is whole tiles long before and after. If the
second-last one changes, it is whole tiles long before and after.

## Why
Tiles that are partly filled cannot be joined.

## Wrong
```mlir
%r = tpu.memref_reshape %b : memref<3x4x128xf32, #tpu.tiled<(8,128),[1,1,1]>> -> memref<12x128xf32, #tpu.tiled<(8,128),[1,1]>>
```

## Right
```mlir
%r = tpu.memref_reshape %b : memref<3x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>> -> memref<24x128xf32, #tpu.tiled<(8,128),[1,1]>>
```

## Source
VIEW-29 and VIEW-30 (the `tpu` dialect); REF-28 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A reshape of a tiled ref does not cut tiles.
#[derive(Debug, thiserror::Error)]
#[error("a reshape from {from} to {to} would cut tiles {tiles}: {why}")]
pub struct ViewMinorChanges {
    /// Before.
    pub from: String,
    /// After.
    pub to: String,
    /// The tiles.
    pub tiles: String,
    /// What is wrong.
    pub why: &'static str,
}

impl Fault for ViewMinorChanges {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_reshape"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, from) = cx.ref_type(form.operand("input"))?;
    let (result, to) = cx.ref_type(form.result("result"))?;
    let tiling = from.tiling()?;
    let [rows, columns] = tiling.first() else { return None };
    let size = |ty: &RefType, back: usize| -> Option<u64> { *ty.shape.get(ty.rank().checked_sub(back)?)? };
    let whole = |size: Option<u64>, tile: i64| {
        size.zip(u64::try_from(tile).ok()).is_some_and(|(size, tile)| size.checked_rem(tile) == Some(0))
    };
    let both = |back, tile: &i64| whole(size(from, back), *tile) && whole(size(to, back), *tile);
    let why = if size(from, 1) != size(to, 1) && !(*rows == 1 && both(1, columns)) {
        "the last dimension changes"
    } else if size(from, 2) != size(to, 2) && !both(2, rows) {
        "the second-last dimension is not whole tiles long"
    } else {
        return None;
    };
    let fault =
        ViewMinorChanges { from: from.shape_tuple(), to: to.shape_tuple(), tiles: tiling.to_string(), why };
    cx.report(fault).blame(source).blame(result);
    Some(())
}
