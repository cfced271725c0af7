//! Packed words are as wide as what goes into them.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`PackWidth`].
pub static CODE: Code = Code::new(
    284,
    "pack_width",
    Level::Error,
    "## What it checks
The integers that `pack_elementwise` gives have as many bits as the elements of its sources.

## Why
It packs lane by lane.

## Wrong
```mlir
%r = tpu.pack_elementwise %a, %b {target_type = bf16} : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xi16>
```

## Right
```mlir
%r = tpu.pack_elementwise %a, %b {target_type = bf16} : vector<8x128xf32>, vector<8x128xf32> -> vector<8x128xi32>
```

## Source
PK-22 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Packed words are as wide as what goes into them.
#[derive(Debug, thiserror::Error)]
#[error("sources of {source_bits} bits are packed into words of {bits}")]
pub struct PackWidth {
    /// Bits of a source.
    pub source_bits: u32,
    /// Bits of a word.
    pub bits: u32,
}

impl Fault for PackWidth {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.pack_elementwise"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let (source, output) = (cx.array(form.operand("sources"))?, cx.array(form.result("output"))?);
    let (source_bits, bits) = (source.element.bits()?, output.element.bits()?);
    if source_bits != bits {
        cx.report(PackWidth { source_bits, bits }).blame(source.part).blame(output.part);
    }
    Some(())
}
