//! Values seen with another element width: bitcasts, packing, stochastic rounding.

use super::Fuser;
use super::eval::lanes_of;
use super::index::{Coord, Index};
use super::narrow::{self, element_type};
use super::node::{Kind, NodeId};
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike, attribute::TypeAttribute, operation::OperationLike,
};
use tessera_tpu::{ir, read};

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// `tpu.bitcast` and `vector.bitcast` that change the element width along dimension `dim`.
    ///
    /// With `p` narrow elements in a wide one, wide element `r` along the dimension has narrow
    /// element `p*r + k` in its bits `[k*w, (k+1)*w)`.
    pub fn bitcast(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>, dim: usize) -> Result<(), Stop> {
        let (source, result) = (self.operand_node(op, 0)?, first_result(op)?);
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let to = narrow::physical(b.context, element_type(result));
        let from = self.node(source).element;
        let (Some(old), Some(new)) = (ir::element_bits(from), ir::element_bits(to)) else {
            return Err(Stop::unsupported(op, "elements without a width"));
        };
        let (wide, small) = (old.max(new), old.min(new).max(1));
        if wide % small != 0 {
            return Err(Stop::unsupported(op, "a change of width by no whole factor"));
        }
        let parts = i64::from(wide / small);
        self.settle(b, source)?;
        let buffer = self.allocate(&shape, to)?;
        let mut body = |fuser: &mut Self, b: &Builder<'c, 'a>, index: &Index<'c, 'a>, lanes: u64| {
            let place = index.coords.get(dim).copied().unwrap_or(Coord::Const(0));
            let bits = if new < old {
                let (row, part) = split(b, place, parts)?;
                let value = fuser.eval(b, source, &moved(index, dim, row), lanes)?;
                extract(b, value, part, new)?
            } else {
                let mut total: Option<Value<'c, 'a>> = None;
                for part in 0..parts {
                    let row = place.times(b, parts)?.shift(part);
                    let value = fuser.eval(b, source, &moved(index, dim, row), lanes)?;
                    let placed = insert(b, value, part, new)?;
                    total = Some(match total {
                        None => placed,
                        Some(total) => b.binary("arith.ori", total, placed)?,
                    });
                }
                total.ok_or_else(|| Stop::broken("an element of no parts"))?
            };
            let value = of_bits(b, bits, to)?;
            fuser.store_buffer(b, buffer, &shape, index, value)
        };
        // Lanes along the dimension whose size changes would mix rows.
        if shape.iter().rposition(|size| *size != 1) == Some(dim) {
            self.element_nest(b, &shape.clone(), &mut body)?;
        } else {
            self.nest(b, &shape.clone(), &mut body)?;
        }
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }

    /// Computes a value once if reading it at several places would compute it often.
    pub fn settle(&mut self, b: &Builder<'c, 'a>, id: NodeId) -> Result<(), Stop> {
        if self.node(id).cost > 1 { self.materialise(b, id) } else { Ok(()) }
    }

    /// `tpu.pack_subelements`: several vectors of words become one of narrower elements.
    ///
    /// Interleaved, word `i` of the result has element `i` of source `k` at its position `k`;
    /// compressed, the sources follow one another.
    pub fn pack_subelements(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let result = first_result(op)?;
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let total: i64 = shape.iter().product();
        let to = element_type(result);
        let interleaved = is_interleaved(op)?;
        let positions = read::int32s(op, "positions");
        let held = narrow::physical(b.context, to);
        let buffer = self.allocate(&shape, held)?;
        let flat = [total];
        if positions.len() != op.operand_count() {
            return Err(Stop::broken("pack_subelements without a position per source"));
        }
        for (operand, position) in op.operands().zip(positions) {
            let source = self.node_of(operand)?;
            let from = element_type(operand);
            let sizes = self.node(source).shape.clone();
            let count: i64 = sizes.iter().product();
            let parts = total / count.max(1);
            let position = i64::from(position);
            self.element_nest(b, &sizes.clone(), &mut |fuser, b, index, lanes| {
                let value = fuser.eval(b, source, index, lanes)?;
                let value = converted(b, value, from, to, op)?;
                let at = index.linear(b, &sizes)?;
                let at = if interleaved {
                    at.times(b, parts)?.shift(position)
                } else {
                    at.shift(position * count)
                };
                fuser.store_buffer(b, buffer, &flat, &Index { coords: vec![at], lane: None }, value)
            })?;
        }
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }

    /// `tpu.unpack_subelements`, the reverse for one of the sources.
    pub fn unpack_subelements(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let (source, result) = (self.operand_node(op, 0)?, first_result(op)?);
        let from = element_type(op.operand(0).map_err(Stop::melior)?);
        let to = element_type(result);
        let interleaved = is_interleaved(op)?;
        let position = read::integer_of(op, "index").unwrap_or(0);
        let unsigned = read::boolean(op, "unsigned_integers").unwrap_or(false);
        self.materialise(b, source)?;
        let Kind::Buffer(packed) = self.node(source).kind else {
            return Err(Stop::broken("a packed value that is not in memory"));
        };
        let (total, held) = (self.node(source).elements(), self.node(source).element);
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let count: i64 = shape.iter().product();
        let parts = total / count.max(1);
        let buffer = self.allocate(&shape, narrow::physical(b.context, to))?;
        self.element_nest(b, &shape.clone(), &mut |fuser, b, index, _| {
            let at = index.linear(b, &shape)?;
            let at =
                if interleaved { at.times(b, parts)?.shift(position) } else { at.shift(position * count) };
            let from_index = Index { coords: vec![at], lane: None };
            let value = fuser.load_buffer(b, packed, &[total], held, &from_index, 1)?;
            let value = if from.is_integer() && to.is_integer() && unsigned {
                b.value("arith.extui", &[value], to, &[])?
            } else {
                converted(b, value, from, to, op)?
            };
            fuser.store_buffer(b, buffer, &shape, index, value)
        })?;
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }
}

fn is_interleaved(op: OperationRef<'_, '_>) -> Result<bool, Stop> {
    const INTERLEAVED: i64 = 1;
    let format = op.attribute("pack_format").ok().and_then(tessera_tpu::attrs::enum_value);
    format.map(|format| format == INTERLEAVED).ok_or_else(|| Stop::broken("a pack without a format"))
}

/// `tpu.pack_elementwise`: source `k` in bits `[k*w, (k+1)*w)`.
pub fn pack_elementwise<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    op: OperationRef<'c, 'a>,
    values: &[Value<'c, 'a>],
    element: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let target = type_attribute(op, "target_type")?;
    let word = ir::element_bits(element).unwrap_or(32);
    let mut total: Option<Value<'c, 'a>> = None;
    for (part, (value, old)) in (0..).zip(values.iter().zip(op.operands())) {
        let (_, lanes) = lanes_of(*value);
        let value = b.splat(*value, if ir::is_vector(value.r#type()) { 1 } else { lanes })?;
        let small = converted(b, value, element_type(old), target, op)?;
        let placed = insert(b, small, part, word)?;
        total = Some(match total {
            None => placed,
            Some(total) => b.binary("arith.ori", total, placed)?,
        });
    }
    total.ok_or_else(|| Stop::broken("a pack of nothing"))
}

/// `tpu.unpack_elementwise`.
pub fn unpack_elementwise<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    op: OperationRef<'c, 'a>,
    value: Value<'c, 'a>,
) -> Result<Value<'c, 'a>, Stop> {
    let source = type_attribute(op, "source_type")?;
    let to = element_type(first_result(op)?);
    let held = narrow::physical(b.context, source);
    let width = ir::element_bits(held).ok_or_else(|| Stop::broken("elements without a width"))?;
    let part = read::integer_of(op, "index").unwrap_or(0);
    let (word, lanes) = lanes_of(value);
    let shift = b.int(word, part * i64::from(width))?;
    let bits = extract(b, value, b.splat(shift, lanes)?, width)?;
    let small = of_bits(b, bits, held)?;
    converted(b, small, source, to, op)
}

/// `tpu.stochastic_convert`: the bits that rounding drops get random ones added, then are cut.
pub fn stochastic<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    op: OperationRef<'c, 'a>,
    values: &[Value<'c, 'a>],
    target: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let [value, random] = values else { return Err(Stop::broken("rounding without random bits")) };
    let format = narrow::Format::of(target);
    let kept = match format {
        Some(format) => format.mantissa(),
        None if target.to_string() == "bf16" => 7,
        None => return Err(Stop::unsupported(op, format!("stochastic rounding to {target}"))),
    };
    let (_, lanes) = lanes_of(*value);
    let i32_type = b.int_type(32);
    let splat = |number: i64| -> Result<Value<'c, 'a>, Stop> {
        let number = b.int(i32_type, number)?;
        b.splat(number, lanes)
    };
    let words = b.lanes_type(lanes, i32_type);
    let bits = b.value("arith.bitcast", &[*value], words, &[])?;
    let below = (1_i64 << (23 - kept)) - 1;
    let low = splat(below)?;
    let dropped = b.binary("arith.andi", *random, low)?;
    let sum = b.binary("arith.addi", bits, dropped)?;
    let high = splat(!below)?;
    let sum = b.binary("arith.andi", sum, high)?;
    // Infinities and NaN stay what they are.
    let size = splat(0x7fff_ffff)?;
    let size = b.binary("arith.andi", bits, size)?;
    let infinity = splat(0x7f80_0000)?;
    const UGE: i64 = 9;
    let is_special = super::elementwise::compare(b, "arith.cmpi", UGE, size, infinity, lanes)?;
    let sum = b.value("arith.select", &[is_special, bits, sum], words, &[])?;
    let cut = b.value("arith.bitcast", &[sum], b.lanes_type(lanes, b.f32_type()), &[])?;
    match format {
        Some(format) => narrow::narrow(b, cut, format),
        None => b.value("arith.truncf", &[cut], b.lanes_type(lanes, target), &[]),
    }
}

/// The type that an attribute names.
pub fn type_attribute<'c>(op: OperationRef<'c, '_>, name: &str) -> Result<Type<'c>, Stop> {
    let attribute = op.attribute(name).map_err(Stop::melior)?;
    TypeAttribute::try_from(attribute).map(|attribute| attribute.value()).map_err(Stop::melior)
}

/// A number as another type: floats round to nearest even, integers keep their sign or low bits.
fn converted<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    value: Value<'c, 'a>,
    from: Type<'c>,
    to: Type<'c>,
    op: OperationRef<'c, 'a>,
) -> Result<Value<'c, 'a>, Stop> {
    let format = |element: Type<'c>| {
        narrow::Format::of(element).ok_or_else(|| Stop::unsupported(op, format!("conversions of {element}")))
    };
    if narrow::is_narrow(from) {
        let wide = narrow::widen(b, value, format(from)?)?;
        return converted(b, wide, b.f32_type(), to, op);
    }
    if narrow::is_narrow(to) {
        let wide = converted(b, value, from, b.f32_type(), op)?;
        return narrow::narrow(b, wide, format(to)?);
    }
    if from == to {
        return Ok(value);
    }
    let (_, lanes) = lanes_of(value);
    let is_wider = ir::element_bits(to) > ir::element_bits(from);
    let result = b.lanes_type(lanes, to);
    let name = match (from.is_float(), to.is_float(), is_wider) {
        (true, true, true) => "arith.extf",
        (true, true, false) => "arith.truncf",
        (false, false, true) => "arith.extsi",
        (false, false, false) => "arith.trunci",
        (false, true, _) => "arith.sitofp",
        (true, false, _) => {
            let rounded = b.value("math.roundeven", &[value], value.r#type(), &[])?;
            return super::elementwise::float_to_int(b, rounded, to, true, lanes);
        }
    };
    b.value(name, &[value], result, &[])
}

fn moved<'c: 'a, 'a>(index: &Index<'c, 'a>, dim: usize, to: Coord<'c, 'a>) -> Index<'c, 'a> {
    let mut moved = index.clone();
    if let Some(coord) = moved.coords.get_mut(dim) {
        *coord = to;
    }
    moved
}

/// Wide place and bit-part of a narrow place.
fn split<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    place: Coord<'c, 'a>,
    parts: i64,
) -> Result<(Coord<'c, 'a>, Value<'c, 'a>), Stop> {
    let (at, by) = (place.emit(b)?, b.index(parts)?);
    let row = b.binary("arith.divui", at, by)?;
    Ok((Coord::Value(row, 0), b.binary("arith.remui", at, by)?))
}

/// The integer with the bits of a value.
fn to_bits<'c: 'a, 'a>(b: &Builder<'c, 'a>, value: Value<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
    let (element, lanes) = lanes_of(value);
    if element.is_integer() {
        return Ok(value);
    }
    let bits = b.int_type(ir::element_bits(element).unwrap_or(32));
    b.value("arith.bitcast", &[value], b.lanes_type(lanes, bits), &[])
}

fn of_bits<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    bits: Value<'c, 'a>,
    element: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let (held, lanes) = lanes_of(bits);
    if held == element {
        return Ok(bits);
    }
    b.value("arith.bitcast", &[bits], b.lanes_type(lanes, element), &[])
}

/// `width` bits of every lane; `part` is an index that counts parts, or already a shift in lanes.
fn extract<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    value: Value<'c, 'a>,
    part: Value<'c, 'a>,
    width: u32,
) -> Result<Value<'c, 'a>, Stop> {
    let bits = to_bits(b, value)?;
    let (word, lanes) = lanes_of(bits);
    let shift = if part.r#type().is_index() {
        let width = b.index(i64::from(width))?;
        let shift = b.binary("arith.muli", part, width)?;
        let shift = b.index_cast(shift, word)?;
        b.splat(shift, lanes)?
    } else {
        part
    };
    let moved = b.binary("arith.shrui", bits, shift)?;
    if ir::element_bits(word) == Some(width) {
        return Ok(moved);
    }
    b.value("arith.trunci", &[moved], b.lanes_type(lanes, b.int_type(width)), &[])
}

/// A narrow value's bits at its place in words of `word` bits.
fn insert<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    value: Value<'c, 'a>,
    part: i64,
    word: u32,
) -> Result<Value<'c, 'a>, Stop> {
    let bits = to_bits(b, value)?;
    let (element, lanes) = lanes_of(bits);
    let width = ir::element_bits(element).unwrap_or(8);
    let word_type = b.int_type(word);
    let wide = if width == word {
        bits
    } else {
        b.value("arith.extui", &[bits], b.lanes_type(lanes, word_type), &[])?
    };
    let by = b.int(word_type, part * i64::from(width))?;
    let by = b.splat(by, lanes)?;
    b.binary("arith.shli", wide, by)
}
