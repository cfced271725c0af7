//! A reshape keeps the tiles.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ViewTilingChanges`].
pub static CODE: Code = Code::new(
    531,
    "view_tiling_changes",
    Level::Error,
    "## What it checks
Both sides of a reshape of a tiled ref have the same tiles, of two dimensions. Modules of jaxlib 0.12 and
later, by the version they carry, may have tiles of one.

## Why
Other tiles would be another order of elements in memory.

## Wrong
```mlir
%r = tpu.memref_reshape %b : memref<4x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>> -> memref<32x128xf32, #tpu.tiled<(4,128),[1,1]>>
```

## Right
```mlir
%r = tpu.memref_reshape %b : memref<4x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>> -> memref<32x128xf32, #tpu.tiled<(8,128),[1,1]>>
```

## Source
VIEW-26 and VIEW-27 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A reshape keeps the tiles.
#[derive(Debug, thiserror::Error)]
#[error(
    "a reshape keeps tiles of two dimensions, but {name} is laid out in tiles {from} and the view in {to}"
)]
pub struct ViewTilingChanges {
    /// What to call the ref.
    pub name: String,
    /// Its tiles.
    pub from: String,
    /// Those of the view.
    pub to: String,
}

impl Fault for ViewTilingChanges {
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
    let (one, other) = (from.tiling()?, to.tiling()?);
    if one.tiles != other.tiles || (one.first().len() != 2 && !cx.since(super::RELAXED)) {
        let (name, from, to) = (cx.name(source.value), one.to_string(), other.to_string());
        cx.report(ViewTilingChanges { name, from, to }).blame(source).blame(result);
    }
    Some(())
}
