//! A view stays in the memory of what it shows.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`ViewSpaceChanges`].
pub static CODE: Code = Code::new(
    524,
    "view_space_changes",
    Level::Error,
    "## What it checks
The result of a slice, squeeze, reshape, bitcast or layout erasure names the memory of its source, or none;
that of a reinterpretation names the same, or also none.

## Why
A view moves nothing.

## Wrong
```mlir
%r = tpu.memref_slice %b[%i, %i] : memref<64x128xf32, #tpu.memory_space<hbm>> -> memref<8x128xf32, #tpu.memory_space<vmem>>
```

## Right
```python
pltpu.sync_copy(x_hbm.at[pl.ds(0, 8)], buf)
```

## Source
VIEW-05, VIEW-11, VIEW-21, VIEW-31, VIEW-41 and VIEW-52 (the `tpu` dialect). Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// A view stays in the memory of what it shows.
#[derive(Debug, thiserror::Error)]
#[error("a view stays where its ref is, but {name} is {source_type} and the view {result_type}")]
pub struct ViewSpaceChanges {
    /// What to call the ref.
    pub name: String,
    /// Its type.
    pub source_type: String,
    /// The type of the view.
    pub result_type: String,
}

impl Fault for ViewSpaceChanges {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("to move data to another memory, copy it".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &[
    "tpu.memref_slice",
    "tpu.memref_squeeze",
    "tpu.memref_reshape",
    "tpu.memref_bitcast",
    "tpu.erase_memref_layout",
    "tpu.reinterpret_cast",
];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, from) = cx.ref_type(form.operand("mem_ref").or_else(|| form.operand("input")))?;
    let (result, to) = cx.ref_type(form.result("result"))?;
    let from = match form.name {
        "tpu.reinterpret_cast" => cx.dma_ref_type(Some(source)).map_or(from, |(_, ty)| ty),
        "tpu.memref_bitcast" => cx.dma_ref_type(Some(source)).map_or(from, |(_, ty)| ty),
        _ => from,
    };
    let same = (from.space, from.core) == (to.space, to.core);
    let dropped = to.space.is_none() && form.name != "tpu.reinterpret_cast";
    if !same && !dropped {
        let name = cx.name(source.value);
        let text = |ty: &RefType| match (ty.space, ty.core) {
            (None, _) => format!("{} in no stated memory", ty.short()),
            (Some(_), None) => ty.to_string(),
            (Some(_), Some(core)) => format!("{ty} of a {core}"),
        };
        let fault = ViewSpaceChanges { name, source_type: text(from), result_type: text(to) };
        cx.report(fault).blame(source).blame(result);
    }
    Some(())
}
