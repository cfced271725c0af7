//! A shuffled access has a mask bit and an offset for each sublane.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`MemorySublanes`].
pub static CODE: Code = Code::new(
    511,
    "memory_sublanes",
    Level::Error,
    "## What it checks
`sublane_mask` and `sublane_offsets` have as many entries as the register has sublanes.

## Why
Entry i is about sublane i.

## Wrong
```mlir
%r = tpu.shuffled_load %b[%i, %i] {sublane_mask = array<i1: true>, ...} : memref<8x128xf32>, vector<8x128xf32>
```

## Right
```mlir
%r = tpu.shuffled_load %b[%i, %i] {sublane_mask = array<i1: true, true, true, true, true, true, true, true>, ...} : ...
```

## Source
SHF-02 and SHF-03 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A shuffled access has a mask bit and an offset for each sublane.
#[derive(Debug, thiserror::Error)]
#[error("a register of {sublanes} sublanes has {count} {what}")]
pub struct MemorySublanes {
    /// How many sublanes.
    pub sublanes: u64,
    /// How many entries.
    pub count: usize,
    /// Of what.
    pub what: &'static str,
}

impl Fault for MemorySublanes {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.shuffled_load", "tpu.shuffled_store"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let register = cx.array(form.operand("value_to_store").or_else(|| form.result("result")))?;
    let sublanes = *register.shape.first()?;
    let lists = [
        (form.flags("sublane_mask").len(), "mask bits"),
        (form.ints("sublane_offsets").len(), "sublane offsets"),
    ];
    for (count, what) in lists {
        if u64::try_from(count) != Ok(sublanes) {
            cx.report(MemorySublanes { sublanes, count, what }).blame(register.part);
        }
    }
    Some(())
}
