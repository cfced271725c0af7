//! Copies of refs whose elements have another width than those in memory.
//!
//! The narrower of the two widths is moved, element by element: a wide element is a dimension of its
//! parts, and so are the rows that make up one. See the like module of `lower-refs` for the layout.

use super::Parts;
use crate::lower::build::Builder;
use crate::lower::fault::Stop;
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use tessera_tpu::ir;

/// What a `tpu.memref_bitcast` did to a ref.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Recast {
    /// Narrow elements in a wide one.
    parts: i64,
    /// The ref's elements are the narrow ones.
    narrows: bool,
    /// The dimension that absorbs the change.
    dim: usize,
}

impl Recast {
    /// Of a ref of rank `rank` that comes from the bitcast `op`.
    pub(super) fn of(op: OperationRef<'_, '_>, rank: usize) -> Result<Self, Stop> {
        let bits = |value: Value<'_, '_>| ir::element_of(value.r#type()).and_then(ir::element_bits);
        let result = op.result(0).map_err(Stop::melior)?;
        let (old, new) = (bits(op.operand(0).map_err(Stop::melior)?), bits(result.into()));
        let (Some(old), Some(new)) = (old, new) else {
            return Err(Stop::unsupported(op, "a copy of elements without a known width"));
        };
        let own = ir::shape_of(Value::from(result).r#type()).map_or(0, |shape| shape.len());
        let whole_bytes = old % 8 == 0 && new % 8 == 0;
        let dim = rank.checked_sub(2).filter(|_| rank == own && whole_bytes);
        let dim = dim.ok_or_else(|| Stop::unsupported(op, "a copy of a ref of another element width"))?;
        let parts = i64::from(old.max(new) / old.min(new).max(1));
        Ok(Self { parts, narrows: new < old, dim })
    }
}

/// Both ends of a copy in elements that exist at both.
pub(super) fn in_atoms<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    from: Parts<'c, 'a>,
    to: Parts<'c, 'a>,
) -> Result<(Parts<'c, 'a>, Parts<'c, 'a>), Stop> {
    let Some(recast) = from.recast.or(to.recast) else { return Ok((from, to)) };
    if from.recast.is_some_and(|own| own != recast) || to.recast.is_some_and(|own| own != recast) {
        return Err(Stop::broken("a copy between refs of differently changed width"));
    }
    let element_bits = if recast.narrows { from.element_bits } else { from.element_bits / recast.parts };
    let parts = b.int(b.int_type(64), recast.parts)?;
    let sizes = with_parts(b, &from.sizes, recast, parts)?;
    let end = |end: Parts<'c, 'a>| -> Result<Parts<'c, 'a>, Stop> {
        let strides = strides(b, &end, recast, parts)?;
        Ok(Parts { address: end.address, sizes: sizes.clone(), strides, element_bits, recast: None })
    };
    Ok((end(from)?, end(to)?))
}

/// Sizes with the parts as a dimension: behind the rows when elements are parts of a row's words, at
/// the very end when elements are made of rows.
fn with_parts<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    sizes: &[Value<'c, 'a>],
    recast: Recast,
    parts: Value<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>, Stop> {
    let mut all = sizes.to_vec();
    if !recast.narrows {
        all.push(parts);
        return Ok(all);
    }
    if let Some(rows) = all.get_mut(recast.dim) {
        *rows = b.binary("arith.divui", *rows, parts)?;
    }
    all.insert((recast.dim + 1).min(all.len()), parts);
    Ok(all)
}

fn strides<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    end: &Parts<'c, 'a>,
    recast: Recast,
    parts: Value<'c, 'a>,
) -> Result<Vec<Value<'c, 'a>>, Stop> {
    let one = b.int(b.int_type(64), 1)?;
    let times = |stride: Value<'c, 'a>| b.binary("arith.muli", stride, parts);
    let rows = end.strides.get(recast.dim).copied().unwrap_or(one);
    let mut all = Vec::with_capacity(end.strides.len() + 1);
    let is_changed = end.recast.is_some();
    for (dim, stride) in end.strides.iter().enumerate() {
        // Memory counts in wide elements where the ref is a narrowed one, or a plain wide one.
        let counts_wide = is_changed == recast.narrows;
        // Along the dimension that absorbs the change a step is always one of the wide elements.
        all.push(if counts_wide || dim == recast.dim { times(*stride)? } else { *stride });
    }
    let (at, stride) = match (recast.narrows, is_changed) {
        // Parts of a word lie side by side.
        (true, true) | (false, false) => (if recast.narrows { recast.dim + 1 } else { all.len() }, one),
        // Here the parts are rows.
        (true, false) => (recast.dim + 1, rows),
        (false, true) => (all.len(), rows),
    };
    all.insert(at.min(all.len()), stride);
    Ok(all)
}
