//! A call hands over as many arrays as its kernel takes.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};

/// The code of [`GridCallArrays`].
pub static CODE: Code = Code::new(
    658,
    "grid_call_arrays",
    Level::Error,
    "## What it checks
The operands of the custom call are the grid sizes known at run time, the scalar prefetch operands and the
inputs; inputs and results together are the windows of the kernel.

## Why
They are matched by their place.

## Wrong
```mlir
stablehlo.custom_call @tpu_custom_call(%x) ... : (tensor<8x128xf32>) -> tensor<8x128xf32>      // two inputs in the module
```

## Right
```mlir
stablehlo.custom_call @tpu_custom_call(%x, %y) ... : (tensor<8x128xf32>, tensor<8x128xf32>) -> tensor<8x128xf32>
```

## Source
The calling convention of kernel functions as JAX's lowering writes them; GRID-09 (tracing). Read at
jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A call hands over as many arrays as its kernel takes.
#[derive(Debug, thiserror::Error)]
#[error(
    "the call has {operands} operands and {results} results, but the kernel takes {bounds} grid sizes and {arrays} arrays"
)]
pub struct GridCallArrays {
    /// Operands of the call.
    pub operands: usize,
    /// Its results.
    pub results: usize,
    /// Grid sizes known at run time.
    pub bounds: usize,
    /// Arrays of the kernel.
    pub arrays: usize,
}

impl Fault for GridCallArrays {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    let (operands, results) = form.call.as_ref()?.arrays.as_ref()?;
    let (operands, results) = (operands.len(), results.len());
    let fixed = form.grid_rank().checked_add(form.trailing()?)?;
    let arrays = form.arguments.len().checked_sub(fixed).filter(|_| form.adds_up())?;
    let bounds = form.dynamic_bounds();
    if operands.checked_add(results) != bounds.checked_add(arrays) {
        cx.report(GridCallArrays { operands, results, bounds, arrays });
    }
    Some(())
}
