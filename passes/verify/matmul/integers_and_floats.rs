//! Floats are added up in floats, integers in integers.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`MatmulIntegersAndFloats`].
pub static CODE: Code = Code::new(
    297,
    "matmul_integers_and_floats",
    Level::Error,
    "## What it checks
The sides and the accumulator of a matrix product are all floats or all integers.

## Why
The matrix unit does not convert between them.

## Wrong
```mlir
%r = tpu.matmul %a, %b, %c {...} : vector<16x32xf32>, vector<32x64xf32>, vector<16x64xi32> -> vector<16x64xi32>
```

## Right
```mlir
%r = tpu.matmul %a, %b, %c {...} : vector<16x32xf32>, vector<32x64xf32>, vector<16x64xf32> -> vector<16x64xf32>
```

## Source
VECT-14 (lowering); the `tpu` dialect does not look at the sides (verifier gap: matmul). Read at jax-ml/jax
cec06d1 (2026-08-08).
",
);

/// Floats are added up in floats, integers in integers.
#[derive(Debug, thiserror::Error)]
#[error("a matrix product mixes integers and floats: {lhs} times {rhs} plus {acc}")]
pub struct MatmulIntegersAndFloats {
    /// The left side.
    pub lhs: String,
    /// The right side.
    pub rhs: String,
    /// The accumulator.
    pub acc: String,
}

impl Fault for MatmulIntegersAndFloats {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.matmul"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let sides = [form.operand("lhs"), form.operand("rhs"), form.operand("acc")].map(|part| cx.array(part));
    let [Some(left), Some(right), Some(acc)] = sides else { return None };
    let floats = [left, right, acc].map(|array| matches!(array.element, Element::Float(..)));
    if floats.iter().any(|it| *it) && !floats.iter().all(|it| *it) {
        let fault =
            MatmulIntegersAndFloats { lhs: left.to_string(), rhs: right.to_string(), acc: acc.to_string() };
        cx.report(fault).blame(acc.part);
    }
    Some(())
}
