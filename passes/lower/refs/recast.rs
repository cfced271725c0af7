//! Refs whose elements have another width than those in memory (`tpu.memref_bitcast`).
//!
//! The second-minor dimension absorbs a change of width: with `p` narrow elements in a wide one,
//! wide element `(r, c)` holds in its bits `[k*w, (k+1)*w)` narrow element `(p*r + k, c)`. Memory is
//! row-major whatever the type, so this is no reinterpretation of bytes: a load or store of such a
//! ref takes the wide elements apart, or puts them together from `p` rows.

use super::{Number, Refs, View, address_of, load, store};
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use crate::lower::fuse::eval::lanes_of;
use melior::ir::{OperationRef, Type, TypeLike, Value, ValueLike};
use tessera_tpu::ir;

/// How elements of a ref are made of what is stored.
#[derive(Clone)]
pub(super) struct Recast<'c, 'a> {
    /// The element type in memory.
    stored: Type<'c>,
    /// Narrow elements in a wide one.
    parts: i64,
    /// The ref's elements are the narrow ones.
    narrows: bool,
    /// The dimension that absorbs the change; `None` once it was squeezed away.
    dim: Option<usize>,
    /// Where the ref starts along that dimension, in its own elements.
    start: Option<Value<'c, 'a>>,
    /// Stored elements between neighbours of the dimension.
    stride: Number<'c, 'a>,
}

impl<'c: 'a, 'a> Recast<'c, 'a> {
    /// The element type in memory.
    pub(super) fn stored(&self) -> Type<'c> {
        self.stored
    }

    /// Whether the ref starts at a whole element of the wider type.
    pub(super) fn is_whole(&self) -> bool {
        self.start.is_none() && self.dim.is_some()
    }

    /// The same after unit dimensions came and went: `map` says where each dimension went.
    pub(super) fn moved(mut self, map: &[Option<usize>]) -> Self {
        self.dim = self.dim.and_then(|dim| map.get(dim).copied().flatten());
        self
    }

    /// The ref from `indices` on: what is left for the address to take care of, and the rest.
    pub(super) fn sliced(
        mut self,
        b: &Builder<'c, 'a>,
        indices: &[Value<'c, 'a>],
    ) -> Result<(Vec<Value<'c, 'a>>, Option<Self>), Stop> {
        let mut outside = indices.to_vec();
        if let Some(slot) = self.dim.and_then(|dim| outside.get_mut(dim)) {
            self.start = self.row(b, Some(*slot))?;
            *slot = b.index(0)?;
        }
        Ok((outside, Some(self)))
    }

    /// Position along the dimension, as an i64; `None` for the very first.
    fn row(&self, b: &Builder<'c, 'a>, index: Option<Value<'c, 'a>>) -> Result<Option<Value<'c, 'a>>, Stop> {
        let index = index.map(|index| b.index_cast(index, b.int_type(64))).transpose()?;
        Ok(match (self.start, index) {
            (Some(start), Some(index)) => Some(b.binary("arith.addi", start, index)?),
            (start, index) => start.or(index),
        })
    }

    /// The view of row `row` of the memory, the other indices applied.
    fn address(
        &self,
        b: &Builder<'c, 'a>,
        view: &View<'c, 'a>,
        indices: &[Value<'c, 'a>],
        row: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Stop> {
        let mut outside = indices.to_vec();
        if let Some(slot) = self.dim.and_then(|dim| outside.get_mut(dim)) {
            *slot = b.index(0)?;
        }
        let mut strides = view.strides.clone();
        strides.push(self.stride);
        outside.push(row);
        address_of(b, &View { strides, ..view.clone() }, &outside)
    }

    /// The position of the element along the dimension.
    fn place(&self, b: &Builder<'c, 'a>, indices: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, Stop> {
        let index = self.dim.and_then(|dim| indices.get(dim).copied());
        match self.row(b, index)? {
            Some(row) => Ok(row),
            None => b.int(b.int_type(64), 0),
        }
    }

    /// Wide row and bit position of a narrow element.
    fn split(
        &self,
        b: &Builder<'c, 'a>,
        place: Value<'c, 'a>,
        bits: u32,
        lanes: u64,
    ) -> Result<(Value<'c, 'a>, Value<'c, 'a>), Stop> {
        let parts = b.int(b.int_type(64), self.parts)?;
        let row = b.binary("arith.divui", place, parts)?;
        let part = b.binary("arith.remui", place, parts)?;
        let width = b.int(b.int_type(64), i64::from(bits))?;
        let shift = b.binary("arith.muli", part, width)?;
        let wide = bits_type(b, self.stored);
        let shift = b.index_cast(shift, wide)?;
        Ok((row, b.splat(shift, lanes)?))
    }

    /// Loads an element or a run of them along the last dimension.
    pub(super) fn load(
        &self,
        b: &Builder<'c, 'a>,
        view: &View<'c, 'a>,
        indices: &[Value<'c, 'a>],
        r#type: Type<'c>,
    ) -> Result<Value<'c, 'a>, Stop> {
        let (element, lanes) = element_and_lanes(r#type);
        let place = self.place(b, indices)?;
        let stored = b.lanes_type(lanes, self.stored);
        let bits = if self.narrows {
            let width = width_of(element)?;
            let (row, shift) = self.split(b, place, width, lanes)?;
            let address = self.address(b, view, indices, row)?;
            let wide = as_bits(b, load(b, address, stored)?)?;
            let moved = b.binary("arith.shrui", wide, shift)?;
            b.value("arith.trunci", &[moved], b.lanes_type(lanes, b.int_type(width)), &[])?
        } else {
            let wide = b.lanes_type(lanes, bits_type(b, element));
            let mut total: Option<Value<'c, 'a>> = None;
            for part in 0..self.parts {
                let row = self.part_row(b, place, part)?;
                let address = self.address(b, view, indices, row)?;
                let narrow = as_bits(b, load(b, address, stored)?)?;
                let extended = b.value("arith.extui", &[narrow], wide, &[])?;
                let moved = self.shifted(b, extended, part, "arith.shli")?;
                total = Some(match total {
                    None => moved,
                    Some(total) => b.binary("arith.ori", total, moved)?,
                });
            }
            total.ok_or_else(|| Stop::broken("an element of no parts"))?
        };
        from_bits(b, bits, r#type)
    }

    /// Stores an element or a run of them along the last dimension.
    pub(super) fn store(
        &self,
        b: &Builder<'c, 'a>,
        view: &View<'c, 'a>,
        indices: &[Value<'c, 'a>],
        value: Value<'c, 'a>,
    ) -> Result<(), Stop> {
        let (element, lanes) = lanes_of(value);
        let place = self.place(b, indices)?;
        let stored = b.lanes_type(lanes, self.stored);
        let value = as_bits(b, value)?;
        if !self.narrows {
            let width = width_of(self.stored)?;
            let narrow = b.lanes_type(lanes, b.int_type(width));
            for part in 0..self.parts {
                let row = self.part_row(b, place, part)?;
                let address = self.address(b, view, indices, row)?;
                let moved = self.shifted(b, value, part, "arith.shrui")?;
                let bits = b.value("arith.trunci", &[moved], narrow, &[])?;
                store(b, address, from_bits(b, bits, stored)?)?;
            }
            return Ok(());
        }
        let width = width_of(element)?;
        let wide = bits_type(b, self.stored);
        let (row, shift) = self.split(b, place, width, lanes)?;
        let address = self.address(b, view, indices, row)?;
        let old = as_bits(b, load(b, address, stored)?)?;
        let mask = b.int(wide, (1_i64 << width) - 1)?;
        let mask = b.splat(mask, lanes)?;
        let mask = b.binary("arith.shli", mask, shift)?;
        let ones = b.int(wide, -1)?;
        let ones = b.splat(ones, lanes)?;
        let outside = b.binary("arith.xori", mask, ones)?;
        let kept = b.binary("arith.andi", old, outside)?;
        let extended = b.value("arith.extui", &[value], b.lanes_type(lanes, wide), &[])?;
        let moved = b.binary("arith.shli", extended, shift)?;
        let new = b.binary("arith.ori", kept, moved)?;
        store(b, address, from_bits(b, new, stored)?)
    }

    fn part_row(&self, b: &Builder<'c, 'a>, place: Value<'c, 'a>, part: i64) -> Result<Value<'c, 'a>, Stop> {
        let parts = b.int(b.int_type(64), self.parts)?;
        let first = b.binary("arith.muli", place, parts)?;
        let part = b.int(b.int_type(64), part)?;
        b.binary("arith.addi", first, part)
    }

    fn shifted(
        &self,
        b: &Builder<'c, 'a>,
        value: Value<'c, 'a>,
        part: i64,
        name: &str,
    ) -> Result<Value<'c, 'a>, Stop> {
        let (element, lanes) = lanes_of(value);
        let by = b.int(element, part * i64::from(width_of(self.stored)?))?;
        let by = b.splat(by, lanes)?;
        b.binary(name, value, by)
    }
}

impl<'c: 'a, 'a> Refs<'c, 'a> {
    /// `tpu.memref_bitcast`.
    pub(super) fn bitcast(&mut self, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let view = self.view(op, 0)?.clone();
        let r#type = first_result(op)?.r#type();
        let shape = ir::shape_of(r#type).unwrap_or_default();
        let element = ir::element_of(r#type).ok_or_else(|| Stop::broken("a memref without element type"))?;
        let (from, to) = (width_of(view.element)?, width_of(element)?);
        if from == to && view.recast.is_none() {
            return self.define(op, View { element, ..view });
        }
        let known = view.recast.as_ref();
        let returns =
            |recast: &Recast<'c, 'a>| recast.start.is_none() && ir::element_bits(recast.stored) == Some(to);
        if known.is_some_and(returns) {
            // Back to the width of the memory.
            let mut sizes = view.sizes;
            let dim = known.and_then(|recast| recast.dim);
            if let Some((dim, size)) = dim.and_then(|dim| Some((dim, *shape.get(dim)?)))
                && let Some(slot) = sizes.get_mut(dim)
            {
                *slot = Number::Const(size);
            }
            return self.define(op, View { sizes, element, recast: None, ..view });
        }
        if known.is_some() {
            return Err(Stop::unsupported(op, "a ref whose element width changes twice"));
        }
        let Some(dim) = shape.len().checked_sub(2) else {
            // Of a rank-1 ref the only dimension absorbs the change.
            let is_run = matches!(view.strides[..], [Number::Const(1)]) && from % 8 == 0 && to % 8 == 0;
            let sizes: Vec<_> =
                shape.iter().filter(|size| **size >= 0).map(|size| Number::Const(*size)).collect();
            if is_run && sizes.len() == 1 {
                return self.define(op, View { sizes, element, ..view });
            }
            return Err(Stop::unsupported(op, "a change of width of a ref without rows"));
        };
        let stride = view.strides.get(dim).copied().unwrap_or(Number::Const(1));
        let narrows = to < from;
        let (wide, narrow) = if narrows { (from, to) } else { (to, from) };
        let parts = i64::from(wide / narrow.max(1));
        if wide % narrow != 0 || wide > 64 {
            return Err(Stop::unsupported(op, "a change of width by no whole factor"));
        }
        let mut sizes = view.sizes.clone();
        if let Some((slot, size)) = sizes.get_mut(dim).zip(shape.get(dim)) {
            if *size < 0 {
                return Err(Stop::unsupported(op, "a change of width along a dynamic dimension"));
            }
            *slot = Number::Const(*size);
        }
        let recast = Recast { stored: view.element, parts, narrows, dim: Some(dim), start: None, stride };
        self.define(op, View { sizes, element, recast: Some(recast), ..view })
    }
}

fn element_and_lanes(r#type: Type<'_>) -> (Type<'_>, u64) {
    match (r#type.is_vector(), ir::element_of(r#type), ir::shape_of(r#type)) {
        (true, Some(element), Some(shape)) => (element, shape.iter().product::<i64>().cast_unsigned()),
        _ => (r#type, 1),
    }
}

fn width_of(element: Type<'_>) -> Result<u32, Stop> {
    ir::element_bits(element).ok_or_else(|| Stop::broken("an element without a width"))
}

/// The integer type as wide as `element`.
fn bits_type<'c>(b: &Builder<'c, '_>, element: Type<'c>) -> Type<'c> {
    b.int_type(ir::element_bits(element).unwrap_or(32))
}

/// The bits of an element or a run of them.
fn as_bits<'c: 'a, 'a>(b: &Builder<'c, 'a>, value: Value<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
    let (element, lanes) = lanes_of(value);
    if element.is_integer() {
        return Ok(value);
    }
    b.value("arith.bitcast", &[value], b.lanes_type(lanes, bits_type(b, element)), &[])
}

/// Elements with these bits.
fn from_bits<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    bits: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    if bits.r#type() == r#type {
        return Ok(bits);
    }
    b.value("arith.bitcast", &[bits], r#type, &[])
}

/// What was loaded as elements of `r#type`: the low bits of a byte for narrow ones.
pub(super) fn from_memory<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    value: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let (element, lanes) = element_and_lanes(r#type);
    if value.r#type() == r#type {
        return Ok(value);
    }
    let width = width_of(element)?;
    let bits = if width == 8 {
        value
    } else {
        b.value("arith.trunci", &[value], b.lanes_type(lanes, b.int_type(width)), &[])?
    };
    from_bits(b, bits, r#type)
}

/// Elements as they are stored. Narrow integers keep their sign, so that the byte is the number;
/// truth values are 0 and 1.
pub(super) fn to_memory<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    value: Value<'c, 'a>,
    stored: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    if value.r#type() == stored {
        return Ok(value);
    }
    let (element, _) = lanes_of(value);
    let name = if element.is_integer() && element != b.int_type(1) { "arith.extsi" } else { "arith.extui" };
    let bits = as_bits(b, value)?;
    if bits.r#type() == stored {
        return Ok(bits);
    }
    b.value(name, &[bits], stored, &[])
}
