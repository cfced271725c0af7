//! Stochastic rounding has a few target types.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`ElementwiseStochasticTarget`].
pub static CODE: Code = Code::new(
    243,
    "elementwise_stochastic_target",
    Level::Error,
    "## What it checks
The target of `tpu.stochastic_convert_elementwise` is bf16, f8E5M2, f8E4M3FN, f8E4M3B11FNUZ, f4E2M1FN or i4.

## Why
The hardware rounds to these.

## Wrong
```mlir
%r = tpu.stochastic_convert_elementwise %v, %bits {dst_type = f16} : ...
```

## Right
```mlir
%r = tpu.stochastic_convert_elementwise %v, %bits {dst_type = bf16} : ...
```

## Source
STC-01 (the `tpu` dialect); VECT-06 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Stochastic rounding has a few target types.
#[derive(Debug, thiserror::Error)]
#[error("stochastic rounding cannot make {what}")]
pub struct ElementwiseStochasticTarget {
    /// The target.
    pub what: String,
}

impl Fault for ElementwiseStochasticTarget {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("round to bf16, or to one of the 8-bit floats".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.stochastic_convert_elementwise"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let target = form.element("dst_type")?;
    let known = match target {
        Element::Float(name, _) => TARGETS.contains(&name.as_str()),
        Element::Int(bits) => *bits == 4,
        Element::DmaSemaphore | Element::Semaphore | Element::Index | Element::Other(_) => false,
    };
    if !known {
        cx.report(ElementwiseStochasticTarget { what: target.to_string() });
    }
    Some(())
}

const TARGETS: &[&str] = &["bf16", "f8E5M2", "f8E4M3FN", "f8E4M3B11FNUZ", "f4E2M1FN"];
