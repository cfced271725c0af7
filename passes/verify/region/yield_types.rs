//! A scope gives back what its last line yields.

use crate::verify::cx::Cx;
use crate::verify::describe::type_phrase;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::ValueType;

/// The code of [`RegionYieldTypes`].
pub static CODE: Code = Code::new(
    219,
    "region_yield_types",
    Level::Error,
    "## What it checks
The values that `tpu.yield` names have the types of the results of the scope around it, in order.

## Why
The results are these values; nothing converts them.

## Wrong
```mlir
%r = \"tpu.region\"() ({ tpu.yield %x : i32 }) : () -> f32
```

## Right
```mlir
%r = \"tpu.region\"() ({ tpu.yield %x : i32 }) : () -> i32
```

## Source
TRAIT-09 (the `tpu` dialect, which does not compare them). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A scope gives back what its last line yields.
#[derive(Debug, thiserror::Error)]
#[error("a scope has results of {results}, but yields {yielded}")]
pub struct RegionYieldTypes {
    /// The result types.
    pub results: String,
    /// The types yielded.
    pub yielded: String,
}

impl Fault for RegionYieldTypes {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.yield"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let scope = cx.op()?.parent?;
    let graph = cx.graph();
    if !OWNERS.contains(&graph.op_name(scope)) {
        return None;
    }
    let ty = |value| graph.value(value).map(|value| &value.ty);
    let results: Vec<_> = graph.results(scope).into_iter().filter_map(ty).collect();
    let yielded: Vec<_> = form.all_operands().iter().filter_map(|operand| ty(operand.value)).collect();
    if results != yielded {
        let list = |types: &[&ValueType]| {
            let texts: Vec<String> = types.iter().map(|ty| type_phrase(ty)).collect();
            if texts.is_empty() { "nothing".to_owned() } else { texts.join(", ") }
        };
        cx.report(RegionYieldTypes { results: list(&results), yielded: list(&yielded) });
    }
    Some(())
}

const OWNERS: &[&str] = &["tpu.region", "tpu.trace"];
