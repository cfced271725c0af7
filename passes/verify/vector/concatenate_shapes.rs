//! Joined arrays are alike but for the dimension they are joined along.

use crate::verify::cx::Array;
use crate::verify::cx::Cx;
use crate::verify::form::OpForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`VectorConcatenateShapes`].
pub static CODE: Code = Code::new(
    273,
    "vector_concatenate_shapes",
    Level::Error,
    "## What it checks
All sources of a concatenation have one rank and, apart from the dimension they are joined along, one shape.
jaxlib lets a source of lower rank pass.

## Why
The rest of the result would be undefined.

## Wrong
```python
jnp.concatenate([a, b], axis=0)      # float32[8, 128] and float32[8, 64]
```

## Right
```python
jnp.concatenate([a, b], axis=1)
```

## Source
CAT-02 and CAT-04 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Joined arrays are alike but for the dimension they are joined along.
#[derive(Debug, thiserror::Error)]
#[error("{first} and {other} cannot be joined along dimension {axis}: they differ elsewhere")]
pub struct VectorConcatenateShapes {
    /// The first source.
    pub first: String,
    /// The other.
    pub other: String,
    /// The dimension.
    pub axis: i64,
}

impl Fault for VectorConcatenateShapes {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The operations it looks at.
pub const OPS: &[&str] = &["tpu.concatenate"];

/// Checks one operation.
pub fn check(form: &OpForm, cx: &mut Cx<'_>) -> Option<()> {
    let axis = form.int("dimension")?;
    let mut sources = form.operands("sources").filter_map(|operand| cx.array(Some(operand)));
    let first = sources.next()?;
    let rest = |array: &Array<'_>| -> Vec<u64> {
        let kept = (0i64..).zip(array.shape).filter(|(index, _)| *index != axis);
        kept.map(|(_, size)| *size).collect()
    };
    let other = sources.find(|array| array.rank() != first.rank() || rest(array) != rest(&first))?;
    let fault = VectorConcatenateShapes { first: first.to_string(), other: other.to_string(), axis };
    cx.report(fault).blame(first.part).blame(other.part);
    Some(())
}
