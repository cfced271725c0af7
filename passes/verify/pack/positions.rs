//! Each packed source has a place of its own.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`PackPositions`].
pub static CODE: Code = Code::new(
    281,
    "pack_positions",
    Level::Error,
    "## What it checks
A packing has at least one source and one position for each; positions are below the number that fits and
differ from each other.

## Why
The position says which bits of each word a source goes to.

## Wrong
```mlir
%r = tpu.pack_subelements %a, %b {positions = array<i32: 1, 1>, ...} : vector<16xf32>, vector<16xf32> -> vector<32xbf16>
```

## Right
```mlir
%r = tpu.pack_subelements %a, %b {positions = array<i32: 0, 1>, ...} : vector<16xf32>, vector<16xf32> -> vector<32xbf16>
```

## Source
PK-01, PK-03, PK-05, PK-06, PK-02 and TRAIT-06 (the `tpu` dialect, which crashes without sources). Read at
jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Each packed source has a place of its own.
#[derive(Debug, thiserror::Error)]
#[error("the positions of a packing are malformed: {why}")]
pub struct PackPositions {
    /// What is wrong.
    pub why: String,
}

impl Fault for PackPositions {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.pack_subelements", "tpu.pack_vmsk"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (sources, positions) = (form.operands("sources").count(), form.ints("positions"));
    let room = super::room(form, cx).and_then(|room| i64::try_from(room).ok());
    let outside =
        room.and_then(|room| positions.iter().find(|it| !(0..room).contains(*it)).map(|it| (it, room)));
    let again = positions
        .iter()
        .enumerate()
        .find(|(index, it)| positions.iter().take(*index).any(|other| other == *it));
    let why = if sources == 0 {
        "there is no source".to_owned()
    } else if positions.len() != sources {
        format!("there are {} for {sources} sources", positions.len())
    } else if let Some((_, position)) = again {
        format!("{position} is there twice")
    } else if let Some((position, room)) = outside {
        format!("{position} is not among the {room} that fit")
    } else {
        return None;
    };
    cx.report(PackPositions { why }).missing("sources").missing("output");
    Some(())
}
