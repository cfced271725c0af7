//! A scan of numbers may have a mask with one bool for each lane.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`ReduceScanMask`].
pub static CODE: Code = Code::new(
    261,
    "reduce_scan_mask",
    Level::Error,
    "## What it checks
The mask of a `tpu.scan` has one dimension, as long as the last one of the input; a scan of bools has none.

## Why
One mask serves all rows; bools are a mask already.

## Wrong
```mlir
%r = tpu.scan <sum>, %v masked %m : vector<16xi32>, vector<8xi1> -> vector<16xi32>
```

## Right
```mlir
%r = tpu.scan <sum>, %v masked %m : vector<16xi32>, vector<16xi1> -> vector<16xi32>
```

## Source
SCAN-08, SCAN-09 and SCAN-10 (the `tpu` dialect); VECT-19 (tracing). Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// A scan of numbers may have a mask with one bool for each lane.
#[derive(Debug, thiserror::Error)]
#[error("the mask {mask} does not fit a scan of {input}: {why}")]
pub struct ReduceScanMask {
    /// The mask.
    pub mask: String,
    /// The input.
    pub input: String,
    /// What is wrong.
    pub why: &'static str,
}

impl Fault for ReduceScanMask {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.scan"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (input, mask) = (cx.array(form.operand("input"))?, cx.array(form.operand("mask"))?);
    let why = if *input.element == Element::Int(1) {
        "bools are scanned without a mask"
    } else if mask.rank() != 1 {
        "a mask has one dimension, whatever the input"
    } else if mask.shape.last() != input.shape.last() {
        "a mask has one bool for each lane"
    } else {
        return None;
    };
    let fault = ReduceScanMask { mask: mask.to_string(), input: input.to_string(), why };
    cx.report(fault).blame(mask.part).with(input.part);
    Some(())
}
