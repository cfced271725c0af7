//! No more is packed than fits.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`PackTooMany`].
pub static CODE: Code = Code::new(
    280,
    "pack_too_many",
    Level::Error,
    "## What it checks
A packing has at most as many sources as narrow elements fit into the bits of a wide one; `pack_elementwise`
exactly as many.

## Why
Each source takes a part of every word.

## Wrong
```mlir
%r = tpu.pack_subelements %a, %b, %c {...} : vector<16xf32>, vector<16xf32>, vector<16xf32> -> vector<32xbf16>
```

## Right
```mlir
%r = tpu.pack_subelements %a, %b {...} : vector<16xf32>, vector<16xf32> -> vector<32xbf16>
```

## Source
PK-04 and PK-25 (the `tpu` dialect); VECT-03 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// No more is packed than fits.
#[derive(Debug, thiserror::Error)]
#[error("{count} sources are packed where {room} fit")]
pub struct PackTooMany {
    /// Sources.
    pub count: usize,
    /// How many fit.
    pub room: u64,
}

impl Fault for PackTooMany {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.pack_subelements", "tpu.pack_vmsk", "tpu.pack_elementwise"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let count = cx.sound(form.operand("sources")).map(|_| form.operands("sources").count())?;
    let room = super::room(form, cx)?;
    let fits = usize::try_from(room).is_ok_and(|room| count <= room);
    let exact = form.name != "tpu.pack_elementwise" || usize::try_from(room) == Ok(count);
    if !fits || !exact {
        cx.report(PackTooMany { count, room }).missing("sources").missing("output");
    }
    Some(())
}
