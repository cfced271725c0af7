//! A call hands over the arrays that its kernel is for.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`GridCallArrayType`].
pub static CODE: Code = Code::new(
    659,
    "grid_call_array_type",
    Level::Error,
    "## What it checks
The element types of operands and results are those of the kernel's refs, leaving aside signs; those that
are not cut into blocks have the same shape, and blocks have as many dimensions as their array.

## Why
The bytes are read as they are.

## Wrong
```mlir
stablehlo.custom_call @tpu_custom_call(%x) ... : (tensor<8x128xi32>) -> ...       // the module says f32
```

## Right
```mlir
stablehlo.custom_call @tpu_custom_call(%x) ... : (tensor<8x128xf32>) -> ...
```

## Source
The calling convention of kernel functions as JAX's lowering writes them; GRID-03 (tracing). Read at
jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A call hands over the arrays that its kernel is for.
#[derive(Debug, thiserror::Error)]
#[error("the call hands over {array} as {name}, which is {ty}")]
pub struct GridCallArrayType {
    /// The array.
    pub array: String,
    /// What to call the ref.
    pub name: String,
    /// Its type.
    pub ty: String,
}

impl Fault for GridCallArrayType {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    for (array, argument, window) in form.call_arrays() {
        let Some((argument, ty)) = cx.ref_type(Some(argument)) else { continue };
        let blocked = window.is_some_and(|window| window.bounds.is_some());
        let signless = array.element.strip_prefix(['u', 's']).unwrap_or(&array.element);
        let held = match &ty.element {
            Element::Int(1) => "i1".to_owned(),
            // A semaphore travels between kernels as a number.
            Element::DmaSemaphore | Element::Semaphore => "i32".to_owned(),
            other => other.to_string(),
        };
        let same_shape = array
            .shape
            .iter()
            .zip(&ty.shape)
            .all(|(one, other)| one == other || one.is_none() || other.is_none());
        let fine = signless == held && array.shape.len() == ty.rank() && (blocked || same_shape);
        if !fine {
            let (name, ty) = (cx.name(argument.value), ty.short());
            cx.report(GridCallArrayType { array: array.to_string(), name, ty }).with(argument);
        }
    }
    Some(())
}
