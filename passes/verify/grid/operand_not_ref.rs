//! Operands and scratch of a kernel are refs.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, ValueType};

/// The code of [`GridOperandNotRef`].
pub static CODE: Code = Code::new(
    644,
    "grid_operand_not_ref",
    Level::Error,
    "## What it checks
Scalar prefetch operands, windows and scratch operands are memrefs; those of scalar prefetch are in SMEM.

## Why
A kernel is handed memory. What it wants as a number before its first step is copied to SMEM for it.

## Wrong
```mlir
func.func @kernel(%n: i32, %x: memref<8x128xf32>) attributes {scalar_prefetch = 1 : i64, ...}
```

## Right
```mlir
func.func @kernel(%n: memref<1xi32, #tpu.memory_space<smem>>, %x: memref<8x128xf32>) attributes {scalar_prefetch = 1 : i64, ...}
```

## Source
The calling convention of kernel functions as JAX's lowering writes them. Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// Operands and scratch of a kernel are refs.
#[derive(Debug, thiserror::Error)]
#[error("{what} must be {wanted}, but it is {found}")]
pub struct GridOperandNotRef {
    /// Which argument.
    pub what: String,
    /// What it should be.
    pub wanted: &'static str,
    /// What it is.
    pub found: String,
}

impl Fault for GridOperandNotRef {
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
    for index in form.grid_rank()..form.arguments.len() {
        let Some((argument, ty)) = cx.ty(form.argument(index)) else { continue };
        let prefetched = index < leading;
        let (fine, wanted) = match ty {
            ValueType::Ref(ty) if prefetched => (ty.space == Some(MemorySpace::Smem), "a ref in SMEM"),
            ValueType::Ref(_) => (true, ""),
            _ if prefetched => (false, "a ref in SMEM"),
            _ => (false, "a ref"),
        };
        if !fine {
            let (what, found) = (cx.name(argument.value), cx.type_phrase(argument));
            cx.report(GridOperandNotRef { what, wanted, found }).with(argument);
        }
    }
    Some(())
}
