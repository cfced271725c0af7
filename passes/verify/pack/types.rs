//! Packing goes between f32 and bf16, and between integers.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`PackTypes`].
pub static CODE: Code = Code::new(
    285,
    "pack_types",
    Level::Error,
    "## What it checks
`pack_elementwise` and `unpack_elementwise` convert f32 to bf16 and back, or integers to integers.

## Why
The hardware converts these on the way.

## Wrong
```mlir
%r = tpu.unpack_elementwise %v, 0 {source_type = f16} : vector<8x128xi32> -> vector<8x128xf32>
```

## Right
```mlir
%r = tpu.unpack_elementwise %v, 0 {source_type = bf16} : vector<8x128xi32> -> vector<8x128xf32>
```

## Source
PK-24 and PK-31 (the `tpu` dialect); VECT-03 (tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Packing goes between f32 and bf16, and between integers.
#[derive(Debug, thiserror::Error)]
#[error("{wide} and {narrow} cannot be packed into each other")]
pub struct PackTypes {
    /// The wide type.
    pub wide: String,
    /// The narrow type.
    pub narrow: String,
}

impl Fault for PackTypes {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert with `.astype(...)` before packing or after unpacking".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.pack_elementwise", "tpu.unpack_elementwise"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let packs = form.name == "tpu.pack_elementwise";
    let part = if packs { form.operand("sources") } else { form.result("output") };
    let wide = cx.array(part)?;
    let narrow = form.element(if packs { "target_type" } else { "source_type" })?;
    let floats =
        *wide.element == Element::Float("f32".into(), 32) && *narrow == Element::Float("bf16".into(), 16);
    let integers = matches!((wide.element, narrow), (Element::Int(_), Element::Int(_)));
    if !floats && !integers {
        let fault = PackTypes { wide: wide.element.to_string(), narrow: narrow.to_string() };
        cx.report(fault).blame(wide.part);
    }
    Some(())
}
