//! A module has one kernel for each kind of core, and TensorCore kernels are alone.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::CoreType;

/// The code of [`GridTwoKernels`].
pub static CODE: Code = Code::new(
    648,
    "grid_two_kernels",
    Level::Error,
    "## What it checks
No two functions have the same `tpu.core_type`, and a module with a TensorCore kernel has no SparseCore
kernel.

## Why
The runtime loads one program a core, and a custom call is for one kind of unit.

## Wrong
```mlir
func.func @one(...) attributes {tpu.core_type = #tpu.core_type<tc>}
func.func @two(...) attributes {tpu.core_type = #tpu.core_type<tc>}
```

## Right
```mlir
two modules, one for each custom call
```

## Source
CALL-01 and CORE-T23 (lowering); function lookup of the `tpu` dialect. Read at jax-ml/jax cec06d1
(2026-08-08).
",
);

/// A module has one kernel for each kind of core, and TensorCore kernels are alone.
#[derive(Debug, thiserror::Error)]
#[error("@{name} is a kernel for a {core}, but so is @{other} for a {other_core}: {why}")]
pub struct GridTwoKernels {
    /// The kernel.
    pub name: String,
    /// Its core.
    pub core: CoreType,
    /// The one before it.
    pub other: String,
    /// Its core.
    pub other_core: CoreType,
    /// Why they clash.
    pub why: &'static str,
}

impl Fault for GridTwoKernels {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    let core = form.core.unwrap_or(CoreType::Tc);
    for (other, other_core) in &form.earlier {
        let why = if core == *other_core {
            "there is one kernel a core"
        } else if core == CoreType::Tc || *other_core == CoreType::Tc {
            "a TensorCore kernel is alone in its module"
        } else {
            continue;
        };
        let (name, other, other_core) = (form.name.clone(), other.clone(), *other_core);
        cx.report(GridTwoKernels { name, core, other, other_core, why });
        break;
    }
    Some(())
}
