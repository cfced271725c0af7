//! A window lies nowhere on its array.

use super::{fault, shape_text};
use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// T0806.
pub static BLOCK_OUTSIDE_ARRAY: Code = Code::new(
    806,
    "block_outside_array",
    Level::Error,
    "## What it checks
The block that an index map selects overlaps its array.
## Why
A block that lies wholly outside has no data: hardware reads or overwrites other memory. A block
that reaches over the edge is fine; what lies outside reads as garbage and is not written back.
## Wrong
pl.BlockSpec((8, 128), lambda i: (i + 1, 0)) over 32 rows with grid (4,)
## Right
pl.BlockSpec((8, 128), lambda i: (jnp.minimum(i + 1, 3), 0))
## Source
Pallas grid semantics; interpret mode raises in the same case.
",
);

/// An index map selected a block with no element of its array.
#[derive(Debug, Error)]
#[error(
    "{window} selects {} {index} in dimension {dim} at grid point {}, but an array of {} has {low} to {high}",
    if *.is_element { "offset" } else { "block" }, point_text(.point), shape_text(.shape)
)]
pub struct BlockOutsideArray {
    /// The window, as reports name it.
    pub window: String,
    /// Its argument number.
    pub arg: usize,
    /// The dimension that leaves the array.
    pub dim: usize,
    /// What the index map gave there.
    pub index: i64,
    /// Whether the index is an element offset.
    pub is_element: bool,
    /// The smallest index that touches the array.
    pub low: i64,
    /// The largest index that touches the array.
    pub high: i64,
    /// The array's shape.
    pub shape: Vec<i64>,
    /// The grid point.
    pub point: Vec<i64>,
}
fault!(BlockOutsideArray, BLOCK_OUTSIDE_ARRAY, |fault| Some(format!(
    "keep the index map within {} to {} in dimension {}, for example with jnp.minimum",
    fault.low, fault.high, fault.dim
)));

/// A grid point as `(1, 2)`.
pub(crate) fn point_text(point: &[i64]) -> String {
    format!("({})", point.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
}
