//! Blocks are cut along tiles.

use crate::verify::cx::Cx;
use crate::verify::kernel::CallArray;
use crate::verify::kernel::KernelForm;
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::{MemorySpace, RefType};

/// The code of [`GridBlockShape`].
pub static CODE: Code = Code::new(
    660,
    "grid_block_shape",
    Level::Error,
    "## What it checks
The last dimension of a block in VMEM is a multiple of 128 or as long as the array, the second-last a
multiple of 8 or as long as the array. A block of one dimension is as long as the array, a multiple of 1024,
or a power of two of at least 128 elements for 32 bits, 256 for 16 and so on.

## Why
Arrays lie in HBM in tiles of 8 by 128 words, and a block is moved tile by tile.

## Wrong
```python
pl.BlockSpec((8, 100), lambda i: (i, 0))        # of float32[64, 256]
```

## Right
```python
pl.BlockSpec((8, 128), lambda i: (i, 0))
```

## Source
GRID-25 and GRID-26 (lowering). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// Blocks are cut along tiles.
#[derive(Debug, thiserror::Error)]
#[error("a block of shape {block} of {array} does not end at tiles: {why}")]
pub struct GridBlockShape {
    /// The block.
    pub block: String,
    /// The array.
    pub array: String,
    /// What is wrong.
    pub why: String,
}

impl Fault for GridBlockShape {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        Some("choose block sizes that are multiples of 8 and 128, or cover the dimension".into())
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks one kernel.
pub fn check(form: &KernelForm, cx: &mut Cx<'_>) -> Option<()> {
    for (array, argument, window) in form.call_arrays() {
        let Some(bounds) = window.and_then(|window| window.bounds.as_ref()) else { continue };
        let Some((argument, ty)) = cx.ref_type(Some(argument)) else { continue };
        let in_vmem = matches!(ty.space, None | Some(MemorySpace::Vmem));
        if !in_vmem || bounds.len() != array.shape.len() {
            continue;
        }
        let Some(why) = clash(bounds, array, ty) else { continue };
        let block = format!("{bounds:?}").replace('[', "(").replace(']', ")");
        cx.report(GridBlockShape { block, array: array.to_string(), why }).with(argument);
    }
    Some(())
}

/// What is wrong with the last dimensions of a block.
fn clash(bounds: &[i64], array: &CallArray, ty: &RefType) -> Option<String> {
    let size = |back: usize| -> Option<(i64, Option<i64>)> {
        let at = bounds.len().checked_sub(back)?;
        let whole = (*array.shape.get(at)?).and_then(|size| i64::try_from(size).ok());
        Some((*bounds.get(at)?, whole))
    };
    let wrong = |back: usize, tile: i64, which: &str| -> Option<String> {
        let (block, whole) = size(back)?;
        let fine = whole.is_none_or(|whole| block == whole) || block % tile == 0;
        (!fine).then(|| {
            format!("its {which} size {block} is neither a multiple of {tile} nor that of the array")
        })
    };
    if bounds.len() >= 2 {
        return wrong(1, LANES, "last").or_else(|| wrong(2, SUBLANES, "second-last"));
    }
    let (block, whole) = size(1)?;
    let bits = i64::from(ty.element.bits()?).max(1);
    let least = LANES.checked_mul(32)?.checked_div(bits)?;
    let power = u64::try_from(block).is_ok_and(u64::is_power_of_two) && block >= least;
    let fine = whole.is_none_or(|whole| block == whole) || block % (LANES * SUBLANES) == 0 || power;
    (!fine).then(|| {
        format!("its size {block} is not that of the array, no multiple of 1024 and no power of two from {least} on")
    })
}

const LANES: i64 = 128;
const SUBLANES: i64 = 8;
