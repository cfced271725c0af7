//! A view of a tiled ref is tiled.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{Layout, RefType};

/// The code of [`ViewLayoutKind`].
pub static CODE: Code = Code::new(
    525,
    "view_layout_kind",
    Level::Error,
    "## What it checks
Source and result of a slice, squeeze or reshape are both tiled or neither is (a reshape takes no other
layouts at all); a bitcast gives a tiled ref only of a tiled one.

## Why
The tiles are how the elements lie, and a view does not move them.

## Wrong
```mlir
%r = tpu.memref_squeeze %b : memref<1x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>> -> memref<8x128xf32>
```

## Right
```mlir
%r = tpu.memref_squeeze %b : memref<1x8x128xf32, #tpu.tiled<(8,128),[1,1,1]>> -> memref<8x128xf32, #tpu.tiled<(8,128),[1,1]>>
```

## Source
VIEW-06, VIEW-16, VIEW-25 and VIEW-36 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A view of a tiled ref is tiled.
#[derive(Debug, thiserror::Error)]
#[error("{operation} keeps how the elements lie, but {name} is laid out {from} and the view {to}")]
pub struct ViewLayoutKind {
    /// The operation.
    pub operation: &'static str,
    /// What to call the ref.
    pub name: String,
    /// Its layout.
    pub from: String,
    /// That of the view.
    pub to: String,
}

impl Fault for ViewLayoutKind {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] =
    &["tpu.memref_slice", "tpu.memref_squeeze", "tpu.memref_reshape", "tpu.memref_bitcast"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let source = form.operand("mem_ref").or_else(|| form.operand("input"));
    let (source, from) =
        if form.name == "tpu.memref_bitcast" { cx.dma_ref_type(source) } else { cx.ref_type(source) }?;
    let (result, to) = cx.ref_type(form.result("result"))?;
    let tiled = |ty: &RefType| ty.tiling().is_some();
    let clash = match form.name {
        "tpu.memref_bitcast" => tiled(to) && !tiled(from),
        "tpu.memref_reshape" => {
            let plain = from.layout.is_none() && to.layout.is_none();
            !plain && !(tiled(from) && tiled(to))
        }
        _ => tiled(from) != tiled(to),
    };
    if clash {
        let text = |ty: &RefType| match &ty.layout {
            None => "row by row".to_owned(),
            Some(Layout::Tiled(tiling)) => format!("in tiles {tiling}"),
            Some(Layout::Other(text)) => format!("as {text}"),
        };
        let (operation, name) = (form.short_name(), cx.name(source.value));
        let fault = ViewLayoutKind { operation, name, from: text(from), to: text(to) };
        cx.report(fault).blame(source).blame(result);
    }
    Some(())
}
