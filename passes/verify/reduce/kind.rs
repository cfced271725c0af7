//! Each reduction computes some kinds of result.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`ReduceKind`].
pub static CODE: Code = Code::new(
    250,
    "reduce_kind",
    Level::Error,
    "## What it checks
A reduction of bools counts (`sum`) or finds the first set one; finding the first set one takes bools.
`reduce_index` is for `arg_max` and `arg_min`. A scan is `sum`, `max` or `min`, and of bools only `sum`.

## Why
The hardware has these.

## Wrong
```mlir
%r = tpu.all_reduce %mask {dim = 0 : i64, kind = #tpu.reduction_kind<max>} : vector<16xi1> -> vector<16xi32>
```

## Right
```mlir
%r = tpu.all_reduce %mask {dim = 0 : i64, kind = #tpu.reduction_kind<sum>} : vector<16xi1> -> vector<16xi32>
```

## Source
VEC-02, VEC-08, VEC-11, SCAN-06 and SCAN-07 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Each reduction computes some kinds of result.
#[derive(Debug, thiserror::Error)]
#[error("{operation} of {what} cannot be {kind}: it is {possible}")]
pub struct ReduceKind {
    /// The operation.
    pub operation: &'static str,
    /// The input.
    pub what: String,
    /// The kind.
    pub kind: String,
    /// What it may be.
    pub possible: &'static str,
}

impl Fault for ReduceKind {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.all_reduce", "tpu.reduce_index", "tpu.scan"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let input = cx.array(form.operand("input"))?;
    let kind = form.word("kind")?;
    let bools = *input.element == Element::Int(1);
    let (fine, possible) = match (form.name, super::plain_kind(kind)) {
        ("tpu.all_reduce", kind) if bools => {
            (matches!(kind, "sum" | "find_first_set"), "sum or find_first_set")
        }
        ("tpu.all_reduce", kind) => {
            (kind != "find_first_set", "anything but find_first_set, which is for bools")
        }
        ("tpu.reduce_index", kind) => (matches!(kind, "arg_max" | "arg_min"), "arg_max or arg_min"),
        (_, kind) if bools => (kind == "sum", "sum"),
        (_, kind) => (matches!(kind, "sum" | "max" | "min"), "sum, max or min"),
    };
    if !fine {
        let (operation, what, kind) = (form.short_name(), input.to_string(), kind.to_owned());
        cx.report(ReduceKind { operation, what, kind, possible }).blame(input.part);
    }
    Some(())
}
