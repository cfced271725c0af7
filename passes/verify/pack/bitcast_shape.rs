//! A bitcast to another width rescales the second-last dimension.

use crate::verify::cx::Array;
use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`PackBitcastShape`].
pub static CODE: Code = Code::new(
    287,
    "pack_bitcast_shape",
    Level::Error,
    "## What it checks
A bitcast between types of one width keeps the shape. To another width, both sides have two dimensions or
more, and the second-last one grows or shrinks so that the bits in it stay.

## Why
Narrow elements that share a word lie in neighbouring rows.

## Wrong
```python
pltpu.bitcast(x, jnp.int16)       # int32[256], or expecting int16[8, 256] of int32[8, 128]
```

## Right
```python
pltpu.bitcast(x, jnp.int16)       # int32[8, 128] gives int16[16, 128]
```

## Source
BC-01, BC-02 and BC-03 (the `tpu` dialect); VECT-01 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A bitcast to another width rescales the second-last dimension.
#[derive(Debug, thiserror::Error)]
#[error("the bits of {input} cannot be seen as {output}: {why}")]
pub struct PackBitcastShape {
    /// The input.
    pub input: String,
    /// The result.
    pub output: String,
    /// What is wrong.
    pub why: &'static str,
}

impl Fault for PackBitcastShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.bitcast"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (input, output) = (cx.array(form.operand("input"))?, cx.array(form.result("output"))?);
    let (had, has) = (u64::from(input.element.bits()?), u64::from(output.element.bits()?));
    let scaled = |array: &Array<'_>, bits: u64| -> Option<Vec<u64>> {
        let mut shape = array.shape.to_vec();
        let second_last = shape.len().checked_sub(2)?;
        let size = shape.get_mut(second_last)?;
        *size = size.checked_mul(bits)?;
        Some(shape)
    };
    let why = if had == has {
        (input.shape != output.shape).then_some("between types of one width the shape stays")
    } else if input.rank() < 2 || output.rank() < 2 {
        Some("to change the width it takes two dimensions")
    } else if scaled(&input, had)? != scaled(&output, has)? {
        Some("the second-last dimension takes up the change, and the others stay")
    } else {
        None
    };
    let fault = PackBitcastShape { input: input.to_string(), output: output.to_string(), why: why? };
    cx.report(fault).blame(input.part).blame(output.part);
    Some(())
}
