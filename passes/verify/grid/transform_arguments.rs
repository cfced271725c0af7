//! An index map is given the grid indices and the scalar prefetch operands.

use crate::verify::cx::Cx;
use crate::verify::describe::type_phrase;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{Element, ValueId, ValueType};

/// The code of [`GridTransformArguments`].
pub static CODE: Code = Code::new(
    651,
    "grid_transform_arguments",
    Level::Error,
    "## What it checks
The function of a window takes an i32 for each grid dimension, then the scalar prefetch operands as the
kernel has them.

## Why
The pipeline calls it with these.

## Wrong
```mlir
func.func @transform_0() -> (i32, i32)           // grid of one dimension
```

## Right
```mlir
func.func @transform_0(%i: i32) -> (i32, i32)
```

## Source
The calling convention of kernel functions as JAX's lowering writes them. Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// An index map is given the grid indices and the scalar prefetch operands.
#[derive(Debug, thiserror::Error)]
#[error("the index map @{name} of window {window} takes {taken}, but is given {given}")]
pub struct GridTransformArguments {
    /// The function.
    pub name: String,
    /// The window.
    pub window: usize,
    /// What it takes.
    pub taken: String,
    /// What it is given.
    pub given: String,
}

impl Fault for GridTransformArguments {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    let leading = form.leading().filter(|_| form.adds_up())?;
    let types = |value: &ValueId| cx.graph().value(*value).map(|value| value.ty.clone());
    let mut given: Vec<ValueType> = form.arguments.iter().take(leading).filter_map(types).collect();
    // Whatever the kernel says, these are i32.
    for index in given.iter_mut().take(form.grid_rank()) {
        *index = ValueType::Scalar(Element::Int(32));
    }
    for (window, entry) in form.windows.iter().flatten().enumerate() {
        let Some(name) = entry.transform.clone() else { continue };
        let Some(function) = form.functions.get(&name) else { continue };
        if function.arguments != given {
            let (taken, given) = (list(&function.arguments), list(&given));
            cx.report(GridTransformArguments { name, window, taken, given });
        }
    }
    Some(())
}

fn list(types: &[ValueType]) -> String {
    let texts: Vec<String> = types.iter().map(type_phrase).collect();
    format!("({})", texts.join(", "))
}
