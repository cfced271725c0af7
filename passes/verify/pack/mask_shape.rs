//! A mask cast keeps sublanes and lanes.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`PackMaskShape`].
pub static CODE: Code = Code::new(
    286,
    "pack_mask_shape",
    Level::Error,
    "## What it checks
The first two dimensions of input and result of `tpu.mask_cast` are the same.

## Why
It changes only how many bits there are for each word.

## Wrong
```mlir
%r = tpu.mask_cast %m : vector<8x128xi1> -> vector<16x128xi1>
```

## Right
```mlir
%r = tpu.mask_cast %m : vector<8x128xi1> -> vector<8x128x2xi1>
```

## Source
MSK-01 (the `tpu` dialect, which fails without a message). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A mask cast keeps sublanes and lanes.
#[derive(Debug, thiserror::Error)]
#[error("a mask cast keeps sublanes and lanes, but {input} becomes {output}")]
pub struct PackMaskShape {
    /// The input.
    pub input: String,
    /// The result.
    pub output: String,
}

impl Fault for PackMaskShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.mask_cast"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (input, output) = (cx.array(form.operand("input"))?, cx.array(form.result("result"))?);
    let fine = (0..2).all(|axis| input.shape.get(axis) == output.shape.get(axis));
    if !fine {
        let fault = PackMaskShape { input: input.to_string(), output: output.to_string() };
        cx.report(fault).blame(input.part).blame(output.part);
    }
    Some(())
}
