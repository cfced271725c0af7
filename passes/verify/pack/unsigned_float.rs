//! Only integers are unsigned.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`PackUnsignedFloat`].
pub static CODE: Code = Code::new(
    283,
    "pack_unsigned_float",
    Level::Error,
    "## What it checks
`unsigned_integers` of an unpacking goes with integers.

## Why
Floats carry their sign.

## Wrong
```mlir
%r = tpu.unpack_subelements %v, 0 {unsigned_integers = true, ...} : vector<32xbf16> -> vector<16xf32>
```

## Right
```mlir
%r = tpu.unpack_subelements %v, 0 {unsigned_integers = true, ...} : vector<32xi16> -> vector<16xi32>
```

## Source
PK-12 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Only integers are unsigned.
#[derive(Debug, thiserror::Error)]
#[error("{what} is unpacked as unsigned integers")]
pub struct PackUnsignedFloat {
    /// The source.
    pub what: String,
}

impl Fault for PackUnsignedFloat {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.unpack_subelements"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let source = cx.array(form.operand("source"))?;
    if form.flag("unsigned_integers") && !matches!(source.element, Element::Int(_)) {
        cx.report(PackUnsignedFloat { what: source.to_string() }).blame(source.part);
    }
    Some(())
}
