//! A bitcast rescales tiles with the elements.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`ViewBitcastTile`].
pub static CODE: Code = Code::new(
    535,
    "view_bitcast_tile",
    Level::Error,
    "## What it checks
The bits in the first dimension of a tile are the same before and after a `tpu.memref_bitcast`.

## Why
The tile is the same memory.

## Wrong
```mlir
memref<8x128xi32, #tpu.tiled<(8,128),[1,1]>> -> memref<16x128xi16, #tpu.tiled<(8,128),[1,1]>>
```

## Right
```mlir
memref<8x128xi32, #tpu.tiled<(8,128),[1,1]>> -> memref<16x128xi16, #tpu.tiled<(16,128),[1,1]>>
```

## Source
VIEW-37 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A bitcast rescales tiles with the elements.
#[derive(Debug, thiserror::Error)]
#[error("tiles {from} of {had}-bit elements cannot be seen as tiles {to} of {has}-bit ones")]
pub struct ViewBitcastTile {
    /// The tiles before.
    pub from: String,
    /// Bits before.
    pub had: u32,
    /// The tiles after.
    pub to: String,
    /// Bits after.
    pub has: u32,
}

impl Fault for ViewBitcastTile {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_bitcast"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, from) = cx.dma_ref_type(form.operand("input"))?;
    let (result, to) = cx.ref_type(form.result("result"))?;
    let (one, other) = (from.tiling()?, to.tiling()?);
    let (had, has) = (from.element.bits()?, to.element.bits()?);
    let rows = |tile: &[i64], bits: u32| tile.first().and_then(|rows| rows.checked_mul(i64::from(bits)));
    if rows(one.first(), had) != rows(other.first(), has) {
        let fault = ViewBitcastTile { from: one.to_string(), had, to: other.to_string(), has };
        cx.report(fault).blame(source).blame(result);
    }
    Some(())
}
