//! A bitcast of a ref rescales the second-last dimension.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::RefType;

/// The code of [`ViewBitcastShape`].
pub static CODE: Code = Code::new(
    534,
    "view_bitcast_shape",
    Level::Error,
    "## What it checks
Both sides of `tpu.memref_bitcast` have one rank; the bits in the second-last dimension are the same, and
the other sizes too.

## Why
Narrow elements that share a word lie in neighbouring rows.

## Wrong
```python
x_ref.bitcast(jnp.int16)     # expecting int16[16, 64] of int32[8, 128]
```

## Right
```python
x_ref.bitcast(jnp.int16)     # int32[8, 128] gives int16[16, 128]
```

## Source
VIEW-32, VIEW-34 and VIEW-35 (the `tpu` dialect); REF-27 (lowering). Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// A bitcast of a ref rescales the second-last dimension.
#[derive(Debug, thiserror::Error)]
#[error("the bits of {from} cannot be seen as {to}: {why}")]
pub struct ViewBitcastShape {
    /// Before.
    pub from: RefType,
    /// After.
    pub to: RefType,
    /// What is wrong.
    pub why: &'static str,
}

impl Fault for ViewBitcastShape {
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
    let bits = |ty: &RefType| ty.element.bits().map(u64::from);
    let (had, has) = (bits(from)?, bits(to)?);
    let second_last = from.rank().checked_sub(2);
    let mut clash = None;
    for (axis, (one, other)) in from.shape.iter().zip(&to.shape).enumerate() {
        let same = if Some(axis) == second_last {
            one.and_then(|size| size.checked_mul(had)) == other.and_then(|size| size.checked_mul(has))
        } else {
            one == other
        };
        if !same {
            clash = Some(if Some(axis) == second_last {
                "the bits in the second-last dimension stay"
            } else {
                "only the second-last dimension changes"
            });
        }
    }
    let why = if from.rank() == to.rank() { clash? } else { "the number of dimensions stays" };
    let fault = ViewBitcastShape { from: from.clone(), to: to.clone(), why };
    cx.report(fault).blame(source).blame(result);
    Some(())
}
