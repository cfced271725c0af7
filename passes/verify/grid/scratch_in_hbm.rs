//! Scratch of a TensorCore kernel is on the core.

use crate::verify::cx::Cx;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{CoreType, MemorySpace, RefType};

/// The code of [`GridScratchInHbm`].
pub static CODE: Code = Code::new(
    657,
    "grid_scratch_in_hbm",
    Level::Error,
    "## What it checks
Scratch operands of a TensorCore kernel are in VMEM, SMEM or semaphore memory, or in no stated memory.

## Why
The compiler hands out memory of the core; HBM is handed out by the runtime, as operands.

## Wrong
```python
scratch_shapes=[pltpu.HBM((8, 128), jnp.float32)]
```

## Right
```python
out_shape=[..., jax.ShapeDtypeStruct((8, 128), jnp.float32)],
out_specs=[..., pl.BlockSpec(memory_space=pl.ANY)]      # an output that nobody looks at
```

## Source
Observed: libtpu 0.0.52 allocates scratch in these three only
",
);

/// Scratch of a TensorCore kernel is on the core.
#[derive(Debug, thiserror::Error)]
#[error("{name} is {ty}, and scratch of a TensorCore kernel is in VMEM, SMEM or semaphore memory")]
pub struct GridScratchInHbm {
    /// What to call the ref.
    pub name: String,
    /// Its type.
    pub ty: RefType,
}

impl Fault for GridScratchInHbm {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("make it an output in HBM, or keep it in VMEM".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    if form.core.is_some_and(|core| core != CoreType::Tc) || !form.adds_up() {
        return None;
    }
    let first = form.arguments.len().checked_sub(form.trailing()?)?;
    for index in first..form.arguments.len() {
        let Some((argument, ty)) = cx.ref_type(form.argument(index)) else { continue };
        let fine = matches!(
            ty.space,
            None | Some(
                MemorySpace::Vmem | MemorySpace::Smem | MemorySpace::SemaphoreMem | MemorySpace::Cmem
            )
        );
        if !fine && !ty.element.is_semaphore() {
            let name = cx.name(argument.value);
            cx.report(GridScratchInHbm { name, ty: ty.clone() }).with(argument);
        }
    }
    Some(())
}
