//! A DMA that counts on a regular semaphore runs on some generations only.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::Element;

/// The code of [`DmaRegularSemaphore`].
pub static CODE: Code = Code::new(
    327,
    "dma_regular_semaphore",
    Level::Note,
    "## What it checks
Whether a DMA is started on a regular semaphore.

## Why
It is legal in the `tpu` dialect. What is known of the compiler (libtpu 0.0.52): for v6e it accepts such a
kernel, for v5e it refuses it, as not supported on this target; other generations were not asked. What the
semaphore counts is documented as one per completed copy, while the interpret mode of JAX adds bytes, so a
kernel that depends on the count behaves differently there.

## Wrong
```python
scratch_shapes=[pltpu.SemaphoreType.REGULAR]
pltpu.make_async_copy(x_hbm, buf, sem).start()
```

## Right
```python
scratch_shapes=[pltpu.SemaphoreType.DMA]
pltpu.make_async_copy(x_hbm, buf, sem).start()
```

## Source
DMAC-21, DMA-14; corpus/invalid/dma_with_regular_semaphore. Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A DMA that counts on a regular semaphore runs on some generations only.
#[derive(Debug, thiserror::Error)]
#[error(
    "this DMA counts on {semaphore}, a regular semaphore: the compiler accepts that for v6e and refuses it for v5e"
)]
pub struct DmaRegularSemaphore {
    /// What to call the semaphore.
    pub semaphore: String,
}

impl Fault for DmaRegularSemaphore {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("a `pltpu.SemaphoreType.DMA` works on every generation".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks starts; one note for a DMA, whichever end it is.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let semaphores = [dma.target_semaphore, dma.source_semaphore];
    for operand in semaphores.into_iter().flatten() {
        let Some((operand, ty)) = cx.ref_type(Some(operand)) else { continue };
        if ty.element == Element::Semaphore {
            let semaphore = cx.name(operand.value);
            cx.report(DmaRegularSemaphore { semaphore }).with(operand);
            break;
        }
    }
    Some(())
}
