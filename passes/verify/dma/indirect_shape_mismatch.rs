//! A gather or scatter moves one slice for each offset.

use crate::verify::cx::Cx;
use crate::verify::dma::Dma;
use crate::verify::indirect::{Direction, offsets_shape};
use std::any::Any;
use tessera_core::diag::{Code, Fault, Level};
use tessera_core::graph::shape_tuple;

/// The code of [`DmaIndirectShapeMismatch`].
pub static CODE: Code = Code::new(
    332,
    "dma_indirect_shape_mismatch",
    Level::Error,
    "## What it checks
With offsets of shape (n,), a gather takes a source (z, ...) to a target (n, ...), and a scatter a source (n, ...) to
a target (z, ...), the rest being equal. With offsets (1, n), all have a leading 1.

## Why
Each offset picks one slice of the indexed ref; the other end holds as many slices as there are offsets.

## Wrong
```python
buf = ...            # (8, 128)
pltpu.async_copy(x_hbm.at[indices], buf, sem)      # 16 indices into x_hbm: (1024, 128)
```

## Right
```python
buf = ...            # (16, 128)
pltpu.async_copy(x_hbm.at[indices], buf, sem)
```

## Source
IDMA-08, IDMA-09, IDMA-10, IDMA-11, IDMA-12, IDMA-14, IDMA-15, IDMA-16, IDMA-17 and IDMA-18 (the `tpu`
dialect). Read at jax-ml/jax cec06d1 (2026-08-08).
",
);

/// A gather or scatter moves one slice for each offset.
#[derive(Debug, thiserror::Error)]
#[error("{direction} moves one slice of {table} for each offset, but {table} has shape {}, the offsets {} and {block} {}", shape_tuple(.table_shape), shape_tuple(.offsets), shape_tuple(.block_shape))]
pub struct DmaIndirectShapeMismatch {
    /// Which of the two, with an article.
    pub direction: &'static str,
    /// What to call the ref that is indexed.
    pub table: String,
    /// Its shape.
    pub table_shape: Vec<Option<u64>>,
    /// The shape of the offsets.
    pub offsets: Vec<Option<u64>>,
    /// What to call the dense end.
    pub block: String,
    /// Its shape.
    pub block_shape: Vec<Option<u64>>,
}

impl Fault for DmaIndirectShapeMismatch {
    fn code(&self) -> &'static Code {
        &CODE
    }
    fn hint(&self) -> Option<String> {
        let slice = self.table_shape.get(self.offsets.len()..)?;
        let wanted: Vec<Option<u64>> = self.offsets.iter().chain(slice).copied().collect();
        (wanted != self.block_shape)
            .then(|| format!("{} should have shape {}", self.block, shape_tuple(&wanted)))
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Checks indirect starts.
pub fn check(dma: &Dma, cx: &mut Cx<'_>) -> Option<()> {
    let (source, source_type) = cx.dma_ref_type(dma.source)?;
    let (target, target_type) = cx.dma_ref_type(dma.target)?;
    let (_, offsets) = offsets_shape(dma, cx)?;
    let direction = Direction::of(source_type, target_type)?;
    let (table, table_type, block, block_type) = match direction {
        Direction::Gather => (source, source_type, target, target_type),
        Direction::Scatter => (target, target_type, source, source_type),
    };
    if !fits(&table_type.shape, &offsets, &block_type.shape) {
        let fault = DmaIndirectShapeMismatch {
            direction: direction.phrase(),
            table: cx.name(table.value),
            table_shape: table_type.shape.clone(),
            offsets,
            block: cx.name(block.value),
            block_shape: block_type.shape.clone(),
        };
        cx.report(fault).blame(source).blame(target);
    }
    Some(())
}

/// Whether the block is the offsets' shape followed by that of a slice, and the table a list of slices.
fn fits(table: &[Option<u64>], offsets: &[Option<u64>], block: &[Option<u64>]) -> bool {
    let Some((picked, slice)) = block.split_at_checked(offsets.len()) else { return false };
    let Some(at) = table.len().checked_sub(slice.len()) else { return false };
    let Some((samples, table_slice)) = table.split_at_checked(at) else { return false };
    picked == offsets
        && slice == table_slice
        && samples.len() == offsets.len()
        && matches!(samples, [_] | [Some(1), _])
}
