//! Stores of block values: the roots where loops come into being.

use super::Fuser;
use super::eval::lanes_of;
use super::hazard::Write;
use super::index::{Coord, Index};
use super::node::{Kind, NodeId};
use crate::lower::build::Builder;
use crate::lower::fault::Stop;
use crate::lower::memory::name_of;
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use tessera_tpu::ir;

/// A store of a block value, whichever operation asked for it.
pub struct Store<'c, 'a> {
    /// The operation.
    pub op: OperationRef<'c, 'a>,
    /// The value.
    pub value: NodeId,
    /// The old ref.
    pub memref: Value<'c, 'a>,
    /// The old indices of the first element.
    pub indices: Vec<Value<'c, 'a>>,
    /// Distance of neighbouring elements, per dimension.
    pub strides: Vec<i64>,
    /// Write only where this is true.
    pub mask: Option<NodeId>,
    /// Add to what is there.
    pub add: bool,
}

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// Emits the loops of a store.
    pub fn store(&mut self, b: &Builder<'c, 'a>, store: &Store<'c, 'a>) -> Result<(), Stop> {
        let root = self.root_of_old(store.memref)?;
        let memref = self.scalar(store.memref)?;
        let start = self.coordinates(&store.indices)?;
        let store = &self.of_whole_rank(store)?;
        let write = Write { memref, root, start: &start, strides: &store.strides };
        let shape = self.node(store.value).shape.clone();
        for id in std::iter::once(store.value).chain(store.mask) {
            if !self.reads_only_what_it_writes(id, &write) {
                self.materialise(b, id)?;
            }
        }
        self.settle_loads(b, store.op, Some(root))?;
        self.nest(b, &shape, &mut |fuser, b, index, lanes| {
            let value = fuser.eval(b, store.value, index, lanes)?;
            let mask = store.mask.map(|mask| fuser.eval(b, mask, index, lanes)).transpose()?;
            write_lanes(b, &write, index, value, mask, store.add)
        })
    }

    /// The same store of values that have as many dimensions as the ref: a value of less lies along
    /// the last ones.
    fn of_whole_rank(&mut self, store: &Store<'c, 'a>) -> Result<Store<'c, 'a>, Stop> {
        let rank = store.indices.len();
        let mut whole = |id: NodeId| -> Result<NodeId, Stop> {
            let node = self.node(id);
            if node.shape.len() > rank {
                return Err(Stop::unsupported(store.op, "a store of a rank above the ref's"));
            }
            if node.shape.len() == rank {
                return Ok(id);
            }
            let mut shape = vec![1; rank - node.shape.len()];
            shape.extend(&node.shape);
            let map =
                super::index::unit_reshape(&node.shape, &shape).ok_or_else(|| Stop::broken("odd store"))?;
            let element = node.element;
            Ok(self.add_inner(shape, element, Kind::Reshape(id, map)))
        };
        let value = whole(store.value)?;
        let mask = store.mask.map(whole).transpose()?;
        let (indices, strides) = (store.indices.clone(), store.strides.clone());
        Ok(Store { op: store.op, value, memref: store.memref, indices, strides, mask, add: store.add })
    }

    /// Old `index` values as coordinates; constants are folded.
    pub fn coordinates(&self, indices: &[Value<'c, 'a>]) -> Result<Vec<Coord<'c, 'a>>, Stop> {
        indices
            .iter()
            .map(|old| match constant_of(*old) {
                Some(number) => Ok(Coord::Const(number)),
                None => Ok(Coord::Value(self.scalar(*old)?, 0)),
            })
            .collect()
    }
}

/// The number an old integer value is known to be.
#[must_use]
pub fn constant_of(value: Value<'_, '_>) -> Option<i64> {
    let op = ir::defining_op(value)?;
    match name_of(op) {
        "arith.constant" => {
            let attribute = op.attribute("value").ok()?;
            melior::ir::attribute::IntegerAttribute::try_from(attribute).ok().map(|number| number.value())
        }
        "arith.index_cast" => constant_of(op.operand(0).ok()?),
        _ => None,
    }
}

fn write_lanes<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    write: &Write<'_, 'c, 'a>,
    index: &Index<'c, 'a>,
    value: Value<'c, 'a>,
    mask: Option<Value<'c, 'a>>,
    add: bool,
) -> Result<(), Stop> {
    let (element, lanes) = lanes_of(value);
    let last = write.start.len().checked_sub(1);
    let runs_along_memory = index.lane.is_none() || (index.lane == last && write.strides.last() == Some(&1));
    if !runs_along_memory {
        for lane in 0..lanes {
            let part = |vector: Value<'c, 'a>| {
                let position = b.i64_array(&[lane.cast_signed()]);
                b.value("vector.extract", &[vector], lanes_of(vector).0, &[("static_position", position)])
            };
            let mask = mask.map(part).transpose()?;
            write_lanes(b, write, &index.of_lane(lane), part(value)?, mask, add)?;
        }
        return Ok(());
    }
    // A narrow float is held as an integer; the ref has it as what it is.
    let stored = ir::element_of(write.memref.r#type()).unwrap_or(element);
    let value = if stored == element {
        value
    } else {
        b.value("arith.bitcast", &[value], b.lanes_type(lanes, stored), &[])?
    };
    let element = stored;
    let mut place = vec![write.memref];
    for ((start, stride), coord) in write.start.iter().zip(write.strides).zip(&index.coords) {
        let part = coord.times(b, *stride)?;
        place.push(start.plus(b, part)?.emit(b)?);
    }
    let (load, store) =
        if lanes == 1 { ("memref.load", "memref.store") } else { ("vector.load", "vector.store") };
    let mut value = value;
    if add || mask.is_some() {
        let old = b.value(load, &place, b.lanes_type(lanes, element), &[])?;
        if add {
            let name = if melior::ir::TypeLike::is_float(&element) { "arith.addf" } else { "arith.addi" };
            value = b.binary(name, old, value)?;
        }
        if let Some(mask) = mask {
            value = b.value("arith.select", &[mask, value, old], value.r#type(), &[])?;
        }
    }
    let mut operands = vec![value];
    operands.extend(place);
    b.op(store, &operands, &[], &[])?;
    Ok(())
}
