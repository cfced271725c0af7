//! Code for one run of lanes (or one element) of a node.
//!
//! The result is a scalar when the index has no lane dimension, else a vector of `lanes`.

use super::Fuser;
use super::index::{Coord, Index};
use super::node::{Buffer, Input, Kind, Load, NodeId};
use crate::lower::build::Builder;
use crate::lower::fault::Stop;
use melior::ir::{
    Type, TypeLike, Value, ValueLike,
    attribute::{DenseElementsAttribute, IntegerAttribute},
};
use tessera_tpu::ir;

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// The value of `node` at `index`, computed at most once per place.
    pub fn eval(
        &mut self,
        b: &Builder<'c, 'a>,
        id: NodeId,
        index: &Index<'c, 'a>,
        lanes: u64,
    ) -> Result<Value<'c, 'a>, Stop> {
        let key = (id, index.key());
        if let Some(value) = self.memo.get(&key) {
            return Ok(*value);
        }
        let value = self.compute(b, id, index, lanes)?;
        let node = self.node(id);
        let keep = node.is_expensive()
            && node.users > 1
            && matches!(node.kind, Kind::Map(..))
            && self.position.as_ref().is_some_and(|(shape, at)| *shape == node.shape && *at == key.1);
        if keep {
            let shape = node.shape.clone();
            let spill = self.spill_buffer(id)?;
            self.store_buffer(b, spill.buffer, &shape, index, value)?;
        }
        self.memo.insert(key, value);
        Ok(value)
    }

    /// The value of `node` at `index`, computed here and now.
    pub fn compute(
        &mut self,
        b: &Builder<'c, 'a>,
        id: NodeId,
        index: &Index<'c, 'a>,
        lanes: u64,
    ) -> Result<Value<'c, 'a>, Stop> {
        let node = self.node(id).clone();
        let lanes = if index.lane.is_some() { lanes } else { 1 };
        match &node.kind {
            Kind::Dead => Err(Stop::broken("a value that was given up is used")),
            Kind::Splat(scalar) => b.splat(*scalar, lanes),
            Kind::Iota(dims) => self.iota(b, &node.shape, node.element, dims, index, lanes),
            Kind::Load(load) => self.load(b, load, node.element, index, lanes),
            Kind::Buffer(buffer) => self.load_buffer(b, *buffer, &node.shape, node.element, index, lanes),
            Kind::Map(op, inputs) => {
                let mut values = Vec::with_capacity(inputs.len());
                for input in inputs {
                    values.push(match input {
                        Input::Scalar(scalar) => *scalar,
                        Input::Node(source) => self.eval(b, *source, index, lanes)?,
                    });
                }
                super::elementwise::emit(b, *op, node.element, &values, lanes)
            }
            Kind::Broadcast(source) => {
                let from = self.node(*source).shape.clone();
                let skip = node.shape.len() - from.len();
                let mut lane = None;
                let coords = from
                    .iter()
                    .enumerate()
                    .map(|(dim, size)| {
                        if *size == 1 && node.shape.get(dim + skip) != Some(&1) {
                            return Coord::Const(0);
                        }
                        if index.lane == Some(dim + skip) {
                            lane = Some(dim);
                        }
                        index.coords.get(dim + skip).copied().unwrap_or(Coord::Const(0))
                    })
                    .collect();
                self.eval_at(b, *source, Index { coords, lane }, lanes)
            }
            Kind::Reshape(source, map) => {
                let lane = map.iter().position(|dim| dim.is_some() && *dim == index.lane);
                let coords = map
                    .iter()
                    .map(|dim| dim.and_then(|dim| index.coords.get(dim).copied()))
                    .map(|coord| coord.unwrap_or(Coord::Const(0)))
                    .collect();
                self.eval_at(b, *source, Index { coords, lane }, lanes)
            }
            Kind::Slice(source, offsets) => {
                let coords = index.coords.iter().zip(offsets).map(|(coord, by)| coord.shift(*by)).collect();
                self.eval_at(b, *source, Index { coords, lane: index.lane }, lanes)
            }
            Kind::Transpose(source, permutation) => {
                let mut coords = vec![Coord::Const(0); permutation.len()];
                for (coord, dim) in index.coords.iter().zip(permutation) {
                    if let Some(slot) = coords.get_mut(*dim) {
                        *slot = *coord;
                    }
                }
                let lane = index.lane.and_then(|dim| permutation.get(dim).copied());
                self.eval_at(b, *source, Index { coords, lane }, lanes)
            }
            Kind::Rotate(source, dim, amount) => self.wrapped(b, index, lanes, *dim, |fuser, b, index| {
                let size = node.shape.get(*dim).copied().unwrap_or(1);
                let at = index.coords.get(*dim).copied().unwrap_or(Coord::Const(0)).emit(b)?;
                let back = b.binary("arith.subi", at, *amount)?;
                let wrapped = euclid(b, back, size)?;
                fuser.eval_moved(b, *source, index, *dim, Coord::Value(wrapped, 0))
            }),
            Kind::Repeat(source, dim) => {
                let size = self.node(*source).shape.get(*dim).copied().unwrap_or(1);
                self.wrapped(b, index, lanes, *dim, |fuser, b, index| {
                    let at = index.coords.get(*dim).copied().unwrap_or(Coord::Const(0)).emit(b)?;
                    let size = b.index(size)?;
                    let wrapped = b.binary("arith.remui", at, size)?;
                    fuser.eval_moved(b, *source, index, *dim, Coord::Value(wrapped, 0))
                })
            }
        }
    }

    /// Evaluates `id` at an index whose lane dimension may have vanished on the way.
    fn eval_at(
        &mut self,
        b: &Builder<'c, 'a>,
        id: NodeId,
        index: Index<'c, 'a>,
        lanes: u64,
    ) -> Result<Value<'c, 'a>, Stop> {
        let value = self.eval(b, id, &index, if index.lane.is_some() { lanes } else { 1 })?;
        if index.lane.is_none() { b.splat(value, lanes) } else { Ok(value) }
    }

    fn eval_moved(
        &mut self,
        b: &Builder<'c, 'a>,
        id: NodeId,
        index: &Index<'c, 'a>,
        dim: usize,
        to: Coord<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Stop> {
        let mut moved = index.clone();
        if let Some(coord) = moved.coords.get_mut(dim) {
            *coord = to;
        }
        self.eval(b, id, &moved, if moved.lane.is_some() { self.current_lanes } else { 1 })
    }

    /// Runs `one` for the index as it is when the lanes do not run along `dim`, else lane by lane.
    fn wrapped<F>(
        &mut self,
        b: &Builder<'c, 'a>,
        index: &Index<'c, 'a>,
        lanes: u64,
        dim: usize,
        one: F,
    ) -> Result<Value<'c, 'a>, Stop>
    where
        F: Fn(&mut Self, &Builder<'c, 'a>, &Index<'c, 'a>) -> Result<Value<'c, 'a>, Stop>,
    {
        if index.lane != Some(dim) {
            let outer = std::mem::replace(&mut self.current_lanes, lanes);
            let value = one(self, b, index);
            self.current_lanes = outer;
            return value;
        }
        let mut parts = Vec::new();
        for lane in 0..lanes {
            parts.push(one(self, b, &index.of_lane(lane))?);
        }
        from_lanes(b, &parts)
    }

    fn load(
        &mut self,
        b: &Builder<'c, 'a>,
        load: &Load<'c, 'a>,
        element: Type<'c>,
        index: &Index<'c, 'a>,
        lanes: u64,
    ) -> Result<Value<'c, 'a>, Stop> {
        let last = load.start.len().checked_sub(1);
        let runs_along_memory =
            index.lane.is_none() || (index.lane == last && load.strides.last().copied() == Some(1));
        if !runs_along_memory {
            return self.gather(b, index, lanes, |fuser, b, index| fuser.load(b, load, element, index, 1));
        }
        let mut operands = vec![load.memref];
        for ((start, stride), coord) in load.start.iter().zip(&load.strides).zip(&index.coords) {
            let part = coord.times(b, *stride)?;
            operands.push(start.plus(b, part)?.emit(b)?);
        }
        let stored = ir::element_of(load.memref.r#type()).unwrap_or(element);
        let name = if lanes == 1 { "memref.load" } else { "vector.load" };
        let value = b.value(name, &operands, b.lanes_type(lanes, stored), &[])?;
        self.held(b, value)
    }

    fn gather<F>(
        &mut self,
        b: &Builder<'c, 'a>,
        index: &Index<'c, 'a>,
        lanes: u64,
        one: F,
    ) -> Result<Value<'c, 'a>, Stop>
    where
        F: Fn(&mut Self, &Builder<'c, 'a>, &Index<'c, 'a>) -> Result<Value<'c, 'a>, Stop>,
    {
        let mut parts = Vec::new();
        for lane in 0..lanes {
            parts.push(one(self, b, &index.of_lane(lane))?);
        }
        from_lanes(b, &parts)
    }

    /// Reads a temporary.
    pub fn load_buffer(
        &mut self,
        b: &Builder<'c, 'a>,
        buffer: Buffer<'c, 'a>,
        shape: &[i64],
        element: Type<'c>,
        index: &Index<'c, 'a>,
        lanes: u64,
    ) -> Result<Value<'c, 'a>, Stop> {
        if let Some(lane) = index.lane
            && shape.iter().skip(lane + 1).product::<i64>() != 1
        {
            return self.gather(b, index, lanes, |fuser, b, index| {
                fuser.load_buffer(b, buffer, shape, element, index, 1)
            });
        }
        let at = index.linear(b, shape)?.emit(b)?;
        let is_small = ir::element_bits(element).is_some_and(|bits| bits < 8);
        let stored = if is_small { b.int_type(8) } else { element };
        let name = if lanes == 1 { "memref.load" } else { "vector.load" };
        let value = b.value(name, &[buffer.memref, at], b.lanes_type(lanes, stored), &[])?;
        if is_small {
            return b.value("arith.trunci", &[value], b.lanes_type(lanes, element), &[]);
        }
        Ok(value)
    }

    /// Writes a run of lanes (or one element) of a temporary.
    pub fn store_buffer(
        &mut self,
        b: &Builder<'c, 'a>,
        buffer: Buffer<'c, 'a>,
        shape: &[i64],
        index: &Index<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Result<(), Stop> {
        let at = index.linear(b, shape)?.emit(b)?;
        let (element, lanes) = lanes_of(value);
        let value = if ir::element_bits(element).is_some_and(|bits| bits < 8) {
            b.value("arith.extui", &[value], b.lanes_type(lanes, b.int_type(8)), &[])?
        } else {
            value
        };
        let name = if lanes == 1 { "memref.store" } else { "vector.store" };
        b.op(name, &[value, buffer.memref, at], &[], &[])?;
        Ok(())
    }

    /// Writes a run of lanes whose places in the temporary may lie apart.
    pub fn scatter(
        &mut self,
        b: &Builder<'c, 'a>,
        buffer: Buffer<'c, 'a>,
        shape: &[i64],
        index: &Index<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Result<(), Stop> {
        let (element, lanes) = lanes_of(value);
        let contiguous = index.lane.is_none_or(|lane| shape.iter().skip(lane + 1).product::<i64>() == 1);
        if contiguous {
            return self.store_buffer(b, buffer, shape, index, value);
        }
        for lane in 0..lanes {
            let position = b.i64_array(&[lane.cast_signed()]);
            let part = b.value("vector.extract", &[value], element, &[("static_position", position)])?;
            self.store_buffer(b, buffer, shape, &index.of_lane(lane), part)?;
        }
        Ok(())
    }

    fn iota(
        &mut self,
        b: &Builder<'c, 'a>,
        shape: &[i64],
        element: Type<'c>,
        dims: &[usize],
        index: &Index<'c, 'a>,
        lanes: u64,
    ) -> Result<Value<'c, 'a>, Stop> {
        let (mut total, mut stride, mut lane_stride) = (Coord::Const(0), 1, 0);
        for dim in dims.iter().rev() {
            let coord = index.coords.get(*dim).copied().unwrap_or(Coord::Const(0));
            let part = coord.times(b, stride)?;
            total = total.plus(b, part)?;
            if index.lane == Some(*dim) {
                lane_stride = stride;
            }
            stride *= shape.get(*dim).copied().unwrap_or(1);
        }
        let base = total.emit(b)?;
        let base = b.index_cast(base, element)?;
        let start = b.splat(base, lanes)?;
        if lanes == 1 || lane_stride == 0 {
            return Ok(start);
        }
        let r#type = b.lanes_type(lanes, element);
        let steps: Vec<_> = (0..lanes.cast_signed())
            .map(|lane| IntegerAttribute::new(element, lane * lane_stride).into())
            .collect();
        let steps = DenseElementsAttribute::new(r#type, &steps).map_err(Stop::melior)?;
        let steps = b.value("arith.constant", &[], r#type, &[("value", steps.into())])?;
        b.binary("arith.addi", start, steps)
    }
}

/// A vector of single elements.
pub fn from_lanes<'c: 'a, 'a>(b: &Builder<'c, 'a>, parts: &[Value<'c, 'a>]) -> Result<Value<'c, 'a>, Stop> {
    match parts {
        [] => Err(Stop::broken("a vector of no lanes")),
        [one] => Ok(*one),
        [first, ..] => {
            let lanes = parts.len() as u64;
            b.value("vector.from_elements", parts, b.lanes_type(lanes, first.r#type()), &[])
        }
    }
}

/// Element type and number of lanes of a scalar or vector value.
#[must_use]
pub fn lanes_of<'c>(value: Value<'c, '_>) -> (Type<'c>, u64) {
    let r#type = value.r#type();
    match (r#type.is_vector(), ir::element_of(r#type), ir::shape_of(r#type)) {
        (true, Some(element), Some(shape)) => (element, shape.iter().product::<i64>().cast_unsigned()),
        _ => (r#type, 1),
    }
}

/// `value mod size` with a result in `0..size`.
fn euclid<'c: 'a, 'a>(b: &Builder<'c, 'a>, value: Value<'c, 'a>, size: i64) -> Result<Value<'c, 'a>, Stop> {
    let size = b.index(size)?;
    let rest = b.binary("arith.remsi", value, size)?;
    let shifted = b.binary("arith.addi", rest, size)?;
    b.binary("arith.remsi", shifted, size)
}
