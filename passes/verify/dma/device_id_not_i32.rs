//! Device, core and subcore ids are i32 numbers.

use crate::verify::cx::Cx;
use crate::verify::describe::role_name;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{Element, ValueType};

/// The code of [`DmaDeviceIdNotI32`].
pub static CODE: Code = Code::new(
    320,
    "dma_device_id_not_i32",
    Level::Error,
    "## What it checks
Device, core and subcore ids of a DMA, and of a wait for one, are i32 scalars.

## Why
Ids are small numbers in a register of 32 bits; an index or a wider integer has to be narrowed first, and
only the author knows that nothing is lost.

## Wrong
```mlir
tpu.enqueue_dma ... device_id(%i)      # %i : index
```

## Right
```python
pltpu.make_async_remote_copy(x, o, send, recv, device_id=jnp.int32(neighbour))
```

## Source
ODS-02 (the `tpu` dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Device, core and subcore ids are i32 numbers.
#[derive(Debug, thiserror::Error)]
#[error("{dma} needs an i32 as its {role}, but got {what}")]
pub struct DmaDeviceIdNotI32 {
    /// The start or the wait, as the subject of a sentence.
    pub dma: &'static str,
    /// Which id.
    pub role: String,
    /// What stands there instead.
    pub what: String,
}

impl Fault for DmaDeviceIdNotI32 {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("convert it: `jnp.int32(...)`".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks all ids.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    for operand in [dma.device_id, dma.core_id, dma.subcore_id].into_iter().flatten() {
        let Some(value) = cx.graph().value(operand.value) else { continue };
        if cx.is_sound(operand) && value.ty != ValueType::Scalar(Element::Int(32)) {
            let (role, what) = (role_name(operand.role).to_owned(), cx.what(operand.value));
            cx.report(DmaDeviceIdNotI32 { dma: dma.subject(), role, what }).blame(operand);
        }
    }
    Some(())
}
