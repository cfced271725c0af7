//! Only a kernel that says which core it is for can ask for the number of its core.

use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`CoreTypeMissing`].
pub static CODE: Code = Code::new(
    211,
    "core_type_missing",
    Level::Error,
    "## What it checks
A function that asks for its core or subcore id says in `tpu.core_type` which kind of core runs it.

## Why
Numbers of cores are counted per kind; without the kind, nobody can say what the number counts.

## Wrong
```mlir
func.func @kernel() {
  %id = tpu.core_id : i32
}
```

## Right
```mlir
func.func @kernel() attributes {tpu.core_type = #tpu.core_type<sc_vector_subcore>} {
  %id = tpu.core_id : i32
}
```

## Source
CORE-01 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Only a kernel that says which core it is for can ask for the number of its core.
#[derive(Debug, thiserror::Error)]
#[error("{what} is asked for in a function that does not say which kind of core it runs on")]
pub struct CoreTypeMissing {
    /// What is asked for.
    pub what: &'static str,
}

impl Fault for CoreTypeMissing {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("add `tpu.core_type` to the function, as JAX does for each kernel of a mesh".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.core_id", "tpu.subcore_id"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let op = cx.op()?;
    let in_main = op.func.and_then(|func| cx.graph().func(func)).is_some_and(|func| func.name == "main");
    if op.core.is_none() && !in_main {
        cx.report(CoreTypeMissing { what: super::what(form) });
    }
    Some(())
}
