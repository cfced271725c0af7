//! Tiles have no more dimensions than what they cover.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ViewTileRank`].
pub static CODE: Code = Code::new(
    526,
    "view_tile_rank",
    Level::Error,
    "## What it checks
A tiled ref that is sliced has at least as many dimensions as its first tile.

## Why
A tile of two dimensions cannot cover one.

## Wrong
```mlir
memref<64xf32, #tpu.tiled<(8,128),[1]>>
```

## Right
```mlir
memref<64xf32, #tpu.tiled<(128),[1]>>
```

## Source
VIEW-07 and TILE-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Tiles have no more dimensions than what they cover.
#[derive(Debug, thiserror::Error)]
#[error("{name} has {rank} dimensions, but its tiles {tiles}")]
pub struct ViewTileRank {
    /// What to call the ref.
    pub name: String,
    /// Its dimensions.
    pub rank: usize,
    /// Those of the first tile.
    pub tiles: usize,
}

impl Fault for ViewTileRank {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_slice"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, ty) = cx.ref_type(form.operand("mem_ref"))?;
    let tiles = ty.tiling()?.first().len();
    if ty.rank() < tiles {
        let name = cx.name(source.value);
        cx.report(ViewTileRank { name, rank: ty.rank(), tiles }).blame(source);
    }
    Some(())
}
