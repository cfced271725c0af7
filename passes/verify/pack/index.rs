//! What is unpacked was there.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`PackIndex`].
pub static CODE: Code = Code::new(
    282,
    "pack_index",
    Level::Error,
    "## What it checks
The index of an unpacking is below the number of narrow elements in a wide one, and the result is wider than
what is unpacked.

## Why
It says which part of each word to widen.

## Wrong
```mlir
%r = tpu.unpack_elementwise %v, 2 {source_type = bf16} : vector<8x128xi32> -> vector<8x128xf32>
```

## Right
```mlir
%r = tpu.unpack_elementwise %v, 1 {source_type = bf16} : vector<8x128xi32> -> vector<8x128xf32>
```

## Source
PK-11 and PK-32 (the `tpu` dialect); VECT-04 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// What is unpacked was there.
#[derive(Debug, thiserror::Error)]
#[error("part {index} is unpacked of words that hold {parts}")]
pub struct PackIndex {
    /// Which part.
    pub index: i64,
    /// How many there are.
    pub parts: u32,
}

impl Fault for PackIndex {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.unpack_subelements", "tpu.unpack_elementwise"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let output = cx.array(form.result("output"))?;
    let narrow = match form.element("source_type") {
        Some(element) => element.bits()?,
        None => cx.array(form.operand("source"))?.element.bits()?,
    };
    let (index, parts) = (form.int("index")?, output.element.bits()?.checked_div(narrow)?);
    if !(0..i64::from(parts)).contains(&index) {
        cx.report(PackIndex { index, parts }).blame(output.part);
    }
    Some(())
}
