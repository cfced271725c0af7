//! `tpu.reduce_index`: where the largest or smallest element is.

use super::Fuser;
use super::elementwise::compare;
use super::index::{Coord, Index};
use super::node::Kind;
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use melior::ir::{OperationRef, TypeLike, Value, ValueLike, operation::OperationLike};
use tessera_tpu::{ir, read};

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// The first of equal elements counts; a NaN is larger and smaller than everything.
    pub fn reduce_index(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        const ARG_MAX: i64 = 3;
        const ARG_MIN: i64 = 4;
        let (source, result) = (self.operand_node(op, 0)?, first_result(op)?);
        let largest = match op.attribute("kind").ok().and_then(tessera_tpu::attrs::enum_value) {
            Some(ARG_MAX) => true,
            Some(ARG_MIN) => false,
            _ => return Err(Stop::unsupported(op, "this kind of reduction")),
        };
        let axis = read::integer_of(op, "axis").and_then(|axis| usize::try_from(axis).ok());
        let axis = axis.ok_or_else(|| Stop::broken("a reduction without axis"))?;
        let size = self.node(source).shape.get(axis).copied().unwrap_or(1);
        let is_last = axis + 1 == self.node(source).shape.len();
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let number = super::narrow::element_type(result);
        self.settle(b, source)?;
        let buffer = self.allocate(&shape, number)?;
        let mut body = |fuser: &mut Self, b: &Builder<'c, 'a>, index: &Index<'c, 'a>, lanes: u64| {
            let lanes = if index.lane.is_some() { lanes } else { 1 };
            let at = |place: Coord<'c, 'a>| {
                let mut coords = index.coords.clone();
                coords.insert(axis.min(coords.len()), place);
                let lane = index.lane.map(|lane| if lane >= axis { lane + 1 } else { lane });
                Index { coords, lane }
            };
            let first = fuser.compute(b, source, &at(Coord::Const(0)), lanes)?;
            let zero = b.int(number, 0)?;
            let zero = b.splat(zero, lanes)?;
            let (from, to, step) = (b.index(1)?, b.index(size)?, b.index(1)?);
            let found = b.for_loop((from, to, step), &[first, zero], |inner, place, carried| {
                let [best, number_of_best] = carried else {
                    return Err(Stop::broken("no carried values"));
                };
                let next = fuser.compute(inner, source, &at(Coord::Value(place, 0)), lanes)?;
                let better = beats(inner, next, *best, largest, lanes)?;
                let here = inner.index_cast(place, number)?;
                let here = inner.splat(here, lanes)?;
                let select = |yes: Value<'c, 'a>, no: Value<'c, 'a>| {
                    inner.value("arith.select", &[better, yes, no], yes.r#type(), &[])
                };
                Ok(vec![select(next, *best)?, select(here, *number_of_best)?])
            })?;
            let value = *found.get(1).ok_or_else(|| Stop::broken("no result of a loop"))?;
            fuser.store_buffer(b, buffer, &shape, index, value)
        };
        if is_last {
            self.element_nest(b, &shape.clone(), &mut body)?;
        } else {
            self.nest(b, &shape.clone(), &mut body)?;
        }
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }
}

/// Whether `next`, which comes later, takes the place of `best`.
fn beats<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    next: Value<'c, 'a>,
    best: Value<'c, 'a>,
    largest: bool,
    lanes: u64,
) -> Result<Value<'c, 'a>, Stop> {
    const SLT: i64 = 2;
    const SGT: i64 = 4;
    const OGT: i64 = 2;
    const OLT: i64 = 4;
    const ORD: i64 = 7;
    const UNO: i64 = 14;
    let (element, _) = super::eval::lanes_of(next);
    if !element.is_float() {
        return compare(b, "arith.cmpi", if largest { SGT } else { SLT }, next, best, lanes);
    }
    let better = compare(b, "arith.cmpf", if largest { OGT } else { OLT }, next, best, lanes)?;
    let is_nan = compare(b, "arith.cmpf", UNO, next, next, lanes)?;
    let was_number = compare(b, "arith.cmpf", ORD, best, best, lanes)?;
    let first_nan = b.binary("arith.andi", is_nan, was_number)?;
    b.binary("arith.ori", better, first_nan)
}
