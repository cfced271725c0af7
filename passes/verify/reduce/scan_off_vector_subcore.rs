//! Only a vector subcore of a SparseCore scans.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`ReduceScanOffVectorSubcore`].
pub static CODE: Code = Code::new(
    259,
    "reduce_scan_off_vector_subcore",
    Level::Error,
    "## What it checks
`tpu.scan` is in a kernel for SparseCore vector subcores.

## Why
Other cores have no scan unit.

## Wrong
```python
jnp.cumsum(x)         # in a TensorCore kernel
```

## Right
```python
jnp.cumsum(x)         # in a kernel of plsc.VectorSubcoreMesh
```

## Source
SCAN-01 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Only a vector subcore of a SparseCore scans.
#[derive(Debug, thiserror::Error)]
#[error("only a SparseCore vector subcore has a scan, and this runs on a {core}")]
pub struct ReduceScanOffVectorSubcore {
    /// The core.
    pub core: CoreType,
}

impl Fault for ReduceScanOffVectorSubcore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("on a TensorCore, multiply by a triangle of ones, or run the kernel on a vector subcore".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.scan"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let core = cx.issuing_core();
    if core != CoreType::ScVectorSubcore {
        cx.report(ReduceScanOffVectorSubcore { core });
    }
    let _not_of_interest = form;
    Some(())
}
