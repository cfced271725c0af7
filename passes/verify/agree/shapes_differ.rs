//! What is combined element by element has one shape.

use crate::verify::agreement::{self, Aspect, Pair};
use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`AgreeShapesDiffer`].
pub static CODE: Code = Code::new(
    231,
    "agree_shapes_differ",
    Level::Error,
    "## What it checks
Shapes are the same: indices and result of a gather, input and result of a scan, all parts of a sort and of
a count, value and random bits of a stochastic conversion.

## Why
Element i of one belongs to element i of the other; nothing is broadcast.

## Wrong
```python
keys.shape, values.shape      # (16,), (8,)
plsc.sort_key_val(keys, values)
```

## Right
```python
keys.shape, values.shape      # (16,), (16,)
plsc.sort_key_val(keys, values)
```

## Source
TRAIT-02, TRAIT-03, TRAIT-05, SCAN-04, SORT-01, SORT-02 and SORT-03 (the `tpu` dialect); VECT-05, VECT-19
(tracing). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// What is combined element by element has one shape.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} and {} of {} must have one shape, but they are {} and {}: {}",
    .0.leader, .0.follower, .0.operation, .0.leader_type, .0.follower_type, .0.why
)]
pub struct AgreeShapesDiffer(pub Pair);

impl Fault for AgreeShapesDiffer {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = agreement::OPS;

/// Checks every pair with a line in the table.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    agreement::report(form, cx, Aspect::Shape, AgreeShapesDiffer);
    Some(())
}
