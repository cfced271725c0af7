//! Views of refs: slice, squeeze, reshape, bitcast, reinterpretation, layout erasure.

pub mod bitcast_shape;
pub mod bitcast_tile;
pub mod dynamic_sizes;
pub mod dynamic_source;
pub mod element_count;
pub mod index_count;
pub mod layout_kind;
pub mod minor_changes;
pub mod one_dimension;
pub mod out_of_bounds;
pub mod semaphore_element;
pub mod space_changes;
pub mod squeezed_shape;
pub mod squeezed_tile;
pub mod tile_rank;
pub mod tiles_scattered;
pub mod tiling_changes;

use tessera_core::graph::{RefType, Tiling};

/// The module version of jaxlib 0.12, which relaxed some demands on views.
const RELAXED: u32 = 18;

/// Which dimensions a squeeze drops, matched from the last one on; `None` when the shapes do not fit.
fn squeezed(from: &[Option<u64>], to: &[Option<u64>]) -> Option<Vec<usize>> {
    let mut dropped = Vec::new();
    let mut left = to.iter().rev().peekable();
    for (axis, size) in from.iter().enumerate().rev() {
        if left.peek().is_some_and(|wanted| *wanted == size) {
            left.next();
        } else if *size == Some(1) {
            dropped.push(axis);
        } else {
            return None;
        }
    }
    left.peek().is_none().then_some(dropped)
}

/// Whether the tiles of `ty` follow each other without gaps; `None` where sizes are not known.
fn contiguous(ty: &RefType, tiling: &Tiling) -> Option<bool> {
    let tile = tiling.first();
    let untiled = ty.rank().checked_sub(tile.len())?;
    let mut expected = 1u64;
    for (axis, (size, stride)) in ty.shape.iter().zip(&tiling.strides).enumerate().rev() {
        let tile = axis.checked_sub(untiled).and_then(|at| tile.get(at)).copied().unwrap_or(1);
        let tile = u64::try_from(tile).ok().filter(|tile| *tile > 0)?;
        let count = (*size)?.div_ceil(tile);
        if count != 1 && u64::try_from(*stride) != Ok(expected) {
            return Some(false);
        }
        expected = expected.checked_mul(count)?;
    }
    Some(true)
}
