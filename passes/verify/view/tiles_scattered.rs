//! A reshape of a tiled ref takes tiles that lie close.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`ViewTilesScattered`].
pub static CODE: Code = Code::new(
    532,
    "view_tiles_scattered",
    Level::Error,
    "## What it checks
Before and after a reshape the tiles follow each other without gaps: from the last dimension on, each stride
is the number of tiles below it. Where a dimension has one tile, its stride is free.

## Why
A gap would have to appear in the middle of a dimension.

## Wrong
```mlir
memref<4x8x128xf32, #tpu.tiled<(8,128),[3,1,1]>>
```

## Right
```mlir
memref<4x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>>
```

## Source
VIEW-28 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A reshape of a tiled ref takes tiles that lie close.
#[derive(Debug, thiserror::Error)]
#[error("a reshape takes tiles without gaps, but the {role} {ty} has strides {strides}")]
pub struct ViewTilesScattered {
    /// Source or result.
    pub role: &'static str,
    /// Its type.
    pub ty: RefType,
    /// The strides of its tiles.
    pub strides: String,
}

impl Fault for ViewTilesScattered {
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
    for (role, part) in [("ref", form.operand("input")), ("result", form.result("result"))] {
        let Some((part, ty)) = cx.ref_type(part) else { continue };
        let Some(tiling) = ty.tiling() else { continue };
        if super::contiguous(ty, tiling) == Some(false) {
            let strides = format!("{:?}", tiling.strides);
            cx.report(ViewTilesScattered { role, ty: ty.clone(), strides }).blame(part);
        }
    }
    Some(())
}
