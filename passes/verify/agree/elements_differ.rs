//! What moves elements or views them does not convert them.

use crate::verify::agreement::{self, Aspect, Pair};
use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`AgreeElementsDiffer`].
pub static CODE: Code = Code::new(
    232,
    "agree_elements_differ",
    Level::Error,
    "## What it checks
Element types are the same before and after a reshape, transpose, gather, concatenation or repetition of
arrays, and before and after a slice, squeeze, reshape or layout erasure of refs. A slice is held to this
here, though jaxlib lets it pass: nothing good can come of it.

## Why
Converting is an operation of its own; reading the bits as another type is a bitcast.

## Wrong
```mlir
%r = tpu.transpose %v, [1, 0] : vector<8x128xf32> -> vector<128x8xi32>
```

## Right
```python
x.T.astype(jnp.int32)
```

## Source
TRAIT-04, CAT-03, RSH-01, TRN-01, VIEW-12, VIEW-23 and VIEW-51 (the `tpu` dialect). Read at jax-ml/jax
cec06d1 (2026-08-08).
",
);

/// What moves elements or views them does not convert them.
#[derive(Debug, thiserror::Error)]
#[error(
    "{} and {} of {} must have one element type, but they are {} and {}: {}",
    .0.leader, .0.follower, .0.operation, .0.leader_type, .0.follower_type, .0.why
)]
pub struct AgreeElementsDiffer(pub Pair);

impl Fault for AgreeElementsDiffer {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert with `.astype(...)`, or view the bits with a bitcast, in a step of its own".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = agreement::OPS;

/// Checks every pair with a line in the table.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    agreement::report(form, cx, Aspect::Element, AgreeElementsDiffer);
    Some(())
}
