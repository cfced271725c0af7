//! Refs of one dimension are neither reshaped nor bitcast.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`ViewOneDimension`].
pub static CODE: Code = Code::new(
    529,
    "view_one_dimension",
    Level::Error,
    "## What it checks
Source and result of `tpu.memref_reshape`, and the ref of a `tpu.memref_bitcast`, have two dimensions or
more. Modules of jaxlib 0.12 and later, by the version they carry, may have one.

## Why
One dimension lies in memory in a way of its own.

## Wrong
```python
x_ref.reshape(1024)             # x_ref is float32[8, 128]
```

## Right
```python
x_ref.reshape(1, 1024)
```

## Source
VIEW-22 and VIEW-33 (the `tpu` dialect); REF-27 and REF-28 (lowering). jaxlib 0.12 dropped them. Read at
jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Refs of one dimension are neither reshaped nor bitcast.
#[derive(Debug, thiserror::Error)]
#[error("{operation} takes two dimensions or more, but the {role} is {ty}")]
pub struct ViewOneDimension {
    /// The operation.
    pub operation: &'static str,
    /// Source or result.
    pub role: &'static str,
    /// Its type.
    pub ty: RefType,
}

impl Fault for ViewOneDimension {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("keep a leading dimension of size 1".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.memref_reshape", "tpu.memref_bitcast"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    if cx.since(super::RELAXED) {
        return None;
    }
    for (role, part) in [("ref", form.operand("input")), ("result", form.result("result"))] {
        let Some((part, ty)) = cx.ref_type(part) else { continue };
        // Of a bitcast whose sides differ, another rule tells.
        let only =
            form.name == "tpu.memref_reshape" || role == "ref" && ty.rank() == rank_of_result(form, cx);
        if ty.rank() < 2 && only {
            let fault = ViewOneDimension { operation: form.short_name(), role, ty: ty.clone() };
            cx.report(fault).blame(part);
        }
    }
    Some(())
}

fn rank_of_result(form: &OpForm, cx: &Cx<'_>) -> usize {
    cx.ref_type(form.result("result")).map_or(usize::MAX, |(_, ty)| ty.rank())
}
