//! What is combined element by element has one shape.

use crate::verify::agreement::{self, Aspect};
use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Operand;

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
    "{leader} and {follower} of {operation} must have one shape, but they are {leader_type} and {follower_type}: {why}"
)]
pub struct AgreeShapesDiffer {
    /// The operation.
    pub operation: &'static str,
    /// What the other should follow.
    pub leader: String,
    /// Its type.
    pub leader_type: String,
    /// The other.
    pub follower: String,
    /// Its type.
    pub follower_type: String,
    /// Why they agree.
    pub why: &'static str,
}

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
    for clash in agreement::clashes(form, cx, Aspect::Shape) {
        let phrase = |part: Operand| (role_name(part.role).to_owned(), cx.type_phrase(part));
        let ((leader, leader_type), (follower, follower_type)) =
            (phrase(clash.leader), phrase(clash.follower));
        let (operation, why) = (form.short_name(), clash.agreement.why);
        let fault = AgreeShapesDiffer { operation, leader, leader_type, follower, follower_type, why };
        cx.report(fault).blame(clash.leader).blame(clash.follower);
    }
    Some(())
}
