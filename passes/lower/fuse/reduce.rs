//! Reductions over some dimensions of a block value.
//!
//! The kept dimensions are the outer loops. When the innermost dimension is reduced, lanes run
//! along it: four independent partial results hide the latency, and lanes are combined once at
//! the end. Otherwise lanes run along a kept dimension. The order is fixed by the vector width.

use super::Fuser;
use super::index::{Coord, Index};
use super::nest::pieces;
use super::node::{Kind, NodeId};
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use melior::ir::{Attribute, OperationRef, Type, TypeLike, Value, ValueLike, operation::OperationLike};
use tessera_tpu::{ir, read};

/// How two partial results are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// `arith.addf`, or `arith.addi` for integers.
    Add,
    /// Product.
    Mul,
    /// The larger; NaN wins for floats, signed for integers.
    Max,
    /// The smaller; NaN wins for floats, signed for integers.
    Min,
    /// The larger of unsigned integers.
    MaxUnsigned,
    /// The smaller of unsigned integers.
    MinUnsigned,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
}

impl Combine {
    /// From the text of `#vector.kind<...>`.
    fn of(kind: Attribute<'_>) -> Option<Self> {
        let text = kind.to_string();
        let name = text.strip_prefix("#vector.kind<")?.strip_suffix('>')?;
        Some(match name {
            "add" => Self::Add,
            "mul" => Self::Mul,
            "maximumf" | "maxnumf" | "maxsi" => Self::Max,
            "minimumf" | "minnumf" | "minsi" => Self::Min,
            "maxui" => Self::MaxUnsigned,
            "minui" => Self::MinUnsigned,
            "and" => Self::And,
            "or" => Self::Or,
            "xor" => Self::Xor,
            _ => return None,
        })
    }

    /// The operation that combines two values.
    fn name(self, float: bool) -> &'static str {
        match (self, float) {
            (Self::Add, true) => "arith.addf",
            (Self::Add, false) => "arith.addi",
            (Self::Mul, true) => "arith.mulf",
            (Self::Mul, false) => "arith.muli",
            (Self::Max, true) => "arith.maximumf",
            (Self::Max, false) => "arith.maxsi",
            (Self::Min, true) => "arith.minimumf",
            (Self::Min, false) => "arith.minsi",
            (Self::MaxUnsigned, _) => "arith.maxui",
            (Self::MinUnsigned, _) => "arith.minui",
            (Self::And, _) => "arith.andi",
            (Self::Or, _) => "arith.ori",
            (Self::Xor, _) => "arith.xori",
        }
    }

    /// The scalar that changes nothing.
    fn neutral<'c: 'a, 'a>(self, b: &Builder<'c, 'a>, element: Type<'c>) -> Result<Value<'c, 'a>, Stop> {
        if element.is_float() {
            let value = match self {
                Self::Mul => 1.0,
                Self::Max | Self::MaxUnsigned => f64::NEG_INFINITY,
                Self::Min | Self::MinUnsigned => f64::INFINITY,
                // Minus zero, so that a sum of minus zeros keeps its sign.
                Self::Add => -0.0,
                Self::And | Self::Or | Self::Xor => 0.0,
            };
            return b.float(element, value);
        }
        let bits = ir::element_bits(element).unwrap_or(32).min(64);
        let (least, most) = match bits {
            64 => (i64::MIN, i64::MAX),
            bits => (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1),
        };
        let value = match self {
            Self::Add | Self::Or | Self::Xor | Self::MaxUnsigned => 0,
            Self::Mul => 1,
            Self::Max => least,
            Self::Min => most,
            Self::And | Self::MinUnsigned => -1,
        };
        b.int(element, value)
    }
}

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// `vector.multi_reduction`.
    pub fn multi_reduction(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let source = self.operand_node(op, 0)?;
        let combine = op
            .attribute("kind")
            .ok()
            .and_then(Combine::of)
            .ok_or_else(|| Stop::unsupported(op, "this kind of reduction"))?;
        let reduced: Vec<usize> = read::int64s(op, "reduction_dims")
            .into_iter()
            .filter_map(|dim| usize::try_from(dim).ok())
            .collect();
        let result = first_result(op)?;
        let start = op.operand(1).map_err(Stop::melior)?;
        if !ir::is_vector(result.r#type()) {
            let start = self.scalar(start)?;
            let everywhere = Index { coords: Vec::new(), lane: None };
            let value = self.root(|fuser| fuser.reduce_at(b, source, combine, &reduced, &everywhere, 1))?;
            let name = combine.name(self.node(source).element.is_float());
            let value = b.binary(name, value, start)?;
            self.scalars.insert(ir::value_key(result), value);
            return Ok(());
        }
        let start = self.node_of(start)?;
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let element = self.node(source).element;
        let buffer = self.allocate(&shape, element)?;
        let last = self.node(source).shape.len().saturating_sub(1);
        let along_lanes = reduced.contains(&last);
        let name = combine.name(element.is_float());
        let mut body = |fuser: &mut Self, b: &Builder<'c, 'a>, index: &Index<'c, 'a>, lanes: u64| {
            let value = fuser.reduce_at(b, source, combine, &reduced, index, lanes)?;
            let first = fuser.eval_fresh(b, start, index, lanes)?;
            let value = b.binary(name, value, first)?;
            fuser.store_buffer(b, buffer, &shape, index, value)
        };
        if along_lanes {
            self.element_nest(b, &shape, &mut body)?;
        } else {
            self.nest(b, &shape, &mut body)?;
        }
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }

    /// Evaluates outside any memo of the surrounding nest.
    fn eval_fresh(
        &mut self,
        b: &Builder<'c, 'a>,
        id: NodeId,
        index: &Index<'c, 'a>,
        lanes: u64,
    ) -> Result<Value<'c, 'a>, Stop> {
        self.memo.clear();
        let position = self.position.take();
        let value = self.eval(b, id, index, lanes);
        self.position = position;
        value
    }

    /// The reduction for one place (or run of lanes) of the kept dimensions.
    fn reduce_at(
        &mut self,
        b: &Builder<'c, 'a>,
        source: NodeId,
        combine: Combine,
        reduced: &[usize],
        kept: &Index<'c, 'a>,
        lanes: u64,
    ) -> Result<Value<'c, 'a>, Stop> {
        let node = self.node(source);
        let (shape, element) = (node.shape.clone(), node.element);
        let mut coords = Vec::with_capacity(shape.len());
        let mut lane = None;
        let mut outside = kept.coords.iter().enumerate();
        for dim in 0..shape.len() {
            if reduced.contains(&dim) {
                coords.push(Coord::Const(0));
            } else if let Some((at, coord)) = outside.next() {
                if kept.lane == Some(at) {
                    lane = Some(dim);
                }
                coords.push(*coord);
            }
        }
        let loops: Vec<usize> = reduced.iter().copied().filter(|dim| shape.get(*dim) != Some(&1)).collect();
        let run = Reduction { source, combine, shape, element };
        let neutral = combine.neutral(b, element)?;
        let index = Index { coords, lane };
        if index.lane.is_some() {
            let start = b.splat(neutral, lanes)?;
            return self.reduce_loops(b, &run, &loops, index, lanes, start);
        }
        self.reduce_loops(b, &run, &loops, index, 1, neutral)
    }

    fn reduce_loops(
        &mut self,
        b: &Builder<'c, 'a>,
        run: &Reduction<'c>,
        loops: &[usize],
        index: Index<'c, 'a>,
        lanes: u64,
        total: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Stop> {
        let name = run.combine.name(run.element.is_float());
        let Some((dim, rest)) = loops.split_first() else {
            self.stand_at(&run.shape, &index);
            let value = self.eval(b, run.source, &index, lanes)?;
            return b.binary(name, total, value);
        };
        let size = run.shape.get(*dim).copied().unwrap_or(1);
        if rest.is_empty() && index.lane.is_none() && *dim + 1 == run.shape.len() {
            return self.reduce_lanes(b, run, *dim, size, index, total);
        }
        let (zero, end, one) = (b.index(0)?, b.index(size)?, b.index(1)?);
        let mut totals = b.for_loop((zero, end, one), &[total], |inner, at, carried| {
            let mut index = index.clone();
            if let Some(coord) = index.coords.get_mut(*dim) {
                *coord = Coord::Value(at, 0);
            }
            let total = *carried.first().ok_or_else(|| Stop::broken("no carried value"))?;
            Ok(vec![self.reduce_loops(inner, run, rest, index, lanes, total)?])
        })?;
        totals.pop().ok_or_else(|| Stop::broken("no result of a loop"))
    }

    /// The innermost dimension, in native vectors.
    fn reduce_lanes(
        &mut self,
        b: &Builder<'c, 'a>,
        run: &Reduction<'c>,
        dim: usize,
        size: i64,
        index: Index<'c, 'a>,
        total: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Stop> {
        const CHAINS: i64 = 4;
        let float = run.element.is_float();
        let name = run.combine.name(float);
        let neutral = run.combine.neutral(b, run.element)?;
        let mut total = total;
        for (start, trips, lanes) in pieces(size, self.lanes) {
            let at = |fuser: &mut Self, b: &Builder<'c, 'a>, place: Coord<'c, 'a>| {
                let mut index = index.clone();
                if let Some(coord) = index.coords.get_mut(dim) {
                    *coord = place;
                }
                index.lane = (lanes > 1).then_some(dim);
                fuser.stand_at(&run.shape, &index);
                fuser.eval(b, run.source, &index, lanes)
            };
            if trips == 1 && lanes == 1 {
                let value = at(self, b, Coord::Const(start))?;
                total = b.binary(name, total, value)?;
                continue;
            }
            let width = lanes.cast_signed();
            let chains = if trips % CHAINS == 0 { CHAINS } else { 1 };
            let fresh = b.splat(neutral, lanes)?;
            let chain_count = usize::try_from(chains).unwrap_or(1);
            let mut partial: Vec<Value<'c, 'a>> = vec![fresh; chain_count];
            if trips == chains {
                for (chain, slot) in partial.iter_mut().enumerate() {
                    let offset = start + i64::try_from(chain).unwrap_or(0) * width;
                    let value = at(self, b, Coord::Const(offset))?;
                    *slot = b.binary(name, *slot, value)?;
                }
            } else {
                let (from, to, by) =
                    (b.index(start)?, b.index(start + trips * width)?, b.index(width * chains)?);
                partial = b.for_loop((from, to, by), &partial, |inner, place, carried| {
                    let mut next = Vec::with_capacity(carried.len());
                    for (chain, sum) in carried.iter().enumerate() {
                        let offset = i64::try_from(chain).unwrap_or(0) * width;
                        let value = at(self, inner, Coord::Value(place, offset))?;
                        next.push(inner.binary(name, *sum, value)?);
                    }
                    Ok(next)
                })?;
            }
            while partial.len() > 1 {
                partial = partial
                    .chunks(2)
                    .map(|pair| match pair {
                        [one, other] => b.binary(name, *one, *other),
                        [one] => Ok(*one),
                        _ => Err(Stop::broken("empty chunk")),
                    })
                    .collect::<Result<_, _>>()?;
            }
            let vector = partial.pop().ok_or_else(|| Stop::broken("no partial result"))?;
            total = if lanes == 1 {
                b.binary(name, total, vector)?
            } else {
                let folded = combine_lanes(b, vector, lanes, name, run.element)?;
                b.binary(name, total, folded)?
            };
        }
        Ok(total)
    }
}

struct Reduction<'c> {
    source: NodeId,
    combine: Combine,
    shape: Vec<i64>,
    element: Type<'c>,
}

/// Folds a vector in halves: a tree, so the order is fixed and short.
fn combine_lanes<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    vector: Value<'c, 'a>,
    lanes: u64,
    name: &str,
    element: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let mut vector = vector;
    let mut lanes = lanes;
    while lanes > 1 {
        let half = lanes / 2;
        let r#type = b.lanes_type(half, element);
        let part = |from: u64| -> Result<Value<'c, 'a>, Stop> {
            if half == 1 {
                let position = b.i64_array(&[from.cast_signed()]);
                return b.value("vector.extract", &[vector], element, &[("static_position", position)]);
            }
            let picked: Vec<i64> = (from..from + half).map(u64::cast_signed).collect();
            b.value("vector.shuffle", &[vector, vector], r#type, &[("mask", b.i64_array(&picked))])
        };
        vector = b.binary(name, part(0)?, part(half)?)?;
        lanes = half;
    }
    Ok(vector)
}
