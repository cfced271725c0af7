//! A scope gives back values, not refs.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::ValueType;

/// The code of [`RegionResultType`].
pub static CODE: Code = Code::new(
    218,
    "region_result_type",
    Level::Error,
    "## What it checks
The results of a `tpu.region` are numbers or arrays.

## Why
What a scope allocates is gone when the scope ends, and so would be the ref.

## Wrong
```python
buf = pl.run_scoped(lambda buf: buf, pltpu.VMEM((8, 128), jnp.float32))
```

## Right
```python
x = pl.run_scoped(lambda buf: buf[...], pltpu.VMEM((8, 128), jnp.float32))
```

## Source
REG-01 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A scope gives back values, not refs.
#[derive(Debug, thiserror::Error)]
#[error("a scope gives back {what}, which does not outlive it")]
pub struct RegionResultType {
    /// The type of the result.
    pub what: String,
}

impl Fault for RegionResultType {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("read the ref inside the scope and give back the value".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.region"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    for result in form.all_results() {
        let Some((result, ty)) = cx.ty(Some(*result)) else { continue };
        let fine = match ty {
            ValueType::Vector { .. } => true,
            ValueType::Scalar(element) => !element.is_semaphore(),
            ValueType::Ref(_) | ValueType::Other(_) => false,
        };
        if !fine {
            let what = cx.type_phrase(result);
            cx.report(RegionResultType { what });
        }
    }
    Some(())
}
