//! An elementwise operation gives one element for each it takes.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::ValueType;

/// The code of [`ElementwiseMixed`].
pub static CODE: Code = Code::new(
    240,
    "elementwise_mixed",
    Level::Error,
    "## What it checks
An elementwise operation on numbers gives a number; on arrays it takes and gives arrays of one shape.

## Why
It neither broadcasts nor reduces.

## Wrong
```mlir
%r = tpu.extf %x : f32 -> vector<8xf64>
```

## Right
```mlir
%r = tpu.extf %x : f32 -> f64
```

## Source
TRAIT-07, PK-21 and WRD-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// An elementwise operation gives one element for each it takes.
#[derive(Debug, thiserror::Error)]
#[error("{operation} works element by element, but takes {taken} and gives {given}")]
pub struct ElementwiseMixed {
    /// The operation.
    pub operation: &'static str,
    /// What it takes.
    pub taken: String,
    /// What it gives.
    pub given: String,
}

impl Fault for ElementwiseMixed {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("broadcast or slice the input first, so that both have one shape".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &[
    "tpu.extf",
    "tpu.fptosi",
    "tpu.fptoui",
    "tpu.logistic",
    "tpu.pack_elementwise",
    "tpu.reciprocal",
    "tpu.sitofp",
    "tpu.stochastic_convert_elementwise",
    "tpu.truncf",
    "tpu.uitofp",
    "tpu.unpack_elementwise",
    "tpu.weird",
];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let result = form.all_results().first().copied();
    let (result, given) = cx.ty(result)?;
    let mut clash = form.all_operands().is_empty();
    for operand in form.all_operands() {
        let (_, taken) = cx.ty(Some(*operand))?;
        clash |= match (taken, given) {
            (ValueType::Vector { shape, .. }, ValueType::Vector { shape: other, .. }) => shape != other,
            (ValueType::Scalar(_), ValueType::Scalar(_)) => false,
            (_, _) => true,
        };
    }
    if clash {
        let first = form.all_operands().first().copied();
        let taken = first.map_or_else(|| "nothing".to_owned(), |operand| cx.type_phrase(operand));
        let given = cx.type_phrase(result);
        let mut report =
            cx.report(ElementwiseMixed { operation: form.short_name(), taken, given }).blame(result);
        for operand in form.all_operands() {
            report = report.blame(*operand);
        }
    }
    Some(())
}
