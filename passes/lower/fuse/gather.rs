//! Elements picked by index: gathers between values, rotations by row, indexed loads and stores.

use super::Fuser;
use super::index::{Coord, Index};
use super::node::{Kind, NodeId};
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike, attribute::DenseElementsAttribute,
    operation::OperationLike, r#type::RankedTensorType,
};
use tessera_tpu::{
    ir,
    ops::{VectorLoadIdx, VectorStoreIdx},
    read,
};

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// `tpu.dynamic_gather`: the listed dimensions of the source count as one, whose place the
    /// index gives, modulo its size.
    pub fn dynamic_gather(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let (source, indices) = (self.operand_node(op, 0)?, self.operand_node(op, 1)?);
        let dims: Vec<usize> =
            read::int32s(op, "dimensions").into_iter().filter_map(|dim| usize::try_from(dim).ok()).collect();
        let from = self.node(source).shape.clone();
        let sizes: Vec<i64> = dims.iter().filter_map(|dim| from.get(*dim).copied()).collect();
        let total: i64 = sizes.iter().product();
        self.gathered(b, op, source, |fuser, b, index| {
            let number = fuser.eval(b, indices, index, 1)?;
            let mut rest = wrapped(b, number, total)?;
            let mut coords = index.coords.clone();
            for (dim, size) in dims.iter().zip(&sizes).rev() {
                let size = b.index(*size)?;
                let at = b.binary("arith.remui", rest, size)?;
                rest = b.binary("arith.divui", rest, size)?;
                if let Some(coord) = coords.get_mut(*dim) {
                    *coord = Coord::Value(at, 0);
                }
            }
            Ok(coords)
        })
    }

    /// `tpu.gather`: the places along one dimension are in an attribute.
    pub fn static_gather(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let source = self.operand_node(op, 0)?;
        let places = read::int32s(op, "indices");
        let dim = read::integer_of(op, "dimension").and_then(|dim| usize::try_from(dim).ok());
        let dim = dim.ok_or_else(|| Stop::broken("a gather without dimension"))?;
        let count = i64::try_from(places.len()).unwrap_or(0);
        let i32_type = b.int_type(32);
        let tensor: Type<'c> = RankedTensorType::new(&[count.cast_unsigned()], i32_type, None).into();
        let values = DenseElementsAttribute::i32_values(tensor, &places).into();
        let table = self.table(b, values, &[count], i32_type)?;
        self.gathered(b, op, source, |fuser, b, index| {
            let mut coords = index.coords.clone();
            if let Some(coord) = coords.get_mut(dim) {
                let place = Index { coords: vec![*coord], lane: None };
                let at = fuser.load_buffer(b, table, &[count], i32_type, &place, 1)?;
                *coord = Coord::Value(b.index_cast(at, b.index_type())?, 0);
            }
            Ok(coords)
        })
    }

    /// `tpu.dynamic_rotate` by an amount that grows by `stride` from row to row.
    pub fn strided_rotate(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        dim: usize,
    ) -> Result<(), Stop> {
        let source = self.operand_node(op, 0)?;
        let amount = self.scalar(op.operand(1).map_err(Stop::melior)?)?;
        let amount = b.index_cast(amount, b.index_type())?;
        let stride = read::integer_of(op, "stride").unwrap_or(0);
        let rows = read::integer_of(op, "stride_dimension").and_then(|dim| usize::try_from(dim).ok());
        let rows = rows.ok_or_else(|| Stop::broken("a rotation by row without rows"))?;
        let size = self.node(source).shape.get(dim).copied().unwrap_or(1);
        self.gathered(b, op, source, |_, b, index| {
            let mut coords = index.coords.clone();
            let row = coords.get(rows).copied().unwrap_or(Coord::Const(0)).times(b, stride)?;
            let total = row.plus(b, Coord::Value(amount, 0))?.emit(b)?;
            if let Some(coord) = coords.get_mut(dim) {
                let at = coord.emit(b)?;
                let back = b.binary("arith.subi", at, total)?;
                *coord = Coord::Value(wrapped(b, back, size)?, 0);
            }
            Ok(coords)
        })
    }

    /// A value each of whose elements is the source's at the place that `place` gives.
    fn gathered<F>(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        source: NodeId,
        mut place: F,
    ) -> Result<(), Stop>
    where
        F: FnMut(&mut Self, &Builder<'c, 'a>, &Index<'c, 'a>) -> Result<Vec<Coord<'c, 'a>>, Stop>,
    {
        let result = first_result(op)?;
        self.settle(b, source)?;
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let element = self.node(source).element;
        let buffer = self.allocate(&shape, element)?;
        self.element_nest(b, &shape.clone(), &mut |fuser, b, index, _| {
            let coords = place(fuser, b, index)?;
            let value = fuser.compute(b, source, &Index { coords, lane: None }, 1)?;
            fuser.store_buffer(b, buffer, &shape, index, value)
        })?;
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }

    /// `tpu.vector_load_idx`: an index per lane and dimension. Disabled lanes are zero.
    pub fn load_idx(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        load: VectorLoadIdx<'c, 'a>,
    ) -> Result<(), Stop> {
        let memref = self.scalar(load.base().ok_or_else(|| Stop::broken("a load without a ref"))?)?;
        let indices = self.nodes_of(&load.indices())?;
        let mask = load.mask().map(|mask| self.node_of(mask)).transpose()?;
        let result = first_result(op)?;
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let element = super::narrow::element_type(result);
        let buffer = self.allocate(&shape, element)?;
        self.element_nest(b, &shape.clone(), &mut |fuser, b, index, _| {
            let place = fuser.places(b, memref, &indices, index)?;
            let mask = mask.map(|mask| fuser.eval(b, mask, index, 1)).transpose()?;
            let value = match mask {
                None => b.value("memref.load", &place, element, &[])?,
                Some(mask) => {
                    let zero = zero(b, element)?;
                    b.choose(mask, element, |b| b.value("memref.load", &place, element, &[]), |_| Ok(zero))?
                }
            };
            fuser.store_buffer(b, buffer, &shape, index, value)
        })?;
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }

    /// `tpu.vector_store_idx`: lanes are stored one after the other, so the last of equal indices
    /// stays, or all of them add up.
    pub fn store_idx(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        store: VectorStoreIdx<'c, 'a>,
    ) -> Result<(), Stop> {
        let old = store.base().ok_or_else(|| Stop::broken("a store without a ref"))?;
        let value = store.value_to_store().ok_or_else(|| Stop::broken("a store of nothing"))?;
        let value = self.node_of(value)?;
        let indices = self.nodes_of(&store.indices())?;
        let mask = store.mask().map(|mask| self.node_of(mask)).transpose()?;
        let root = self.root_of_old(old)?;
        for id in indices.iter().copied().chain([value]).chain(mask) {
            if self.node(id).reads_memory {
                self.materialise(b, id)?;
            }
        }
        self.settle_loads(b, op, Some(root))?;
        let memref = self.scalar(old)?;
        let (shape, element) = (self.node(value).shape.clone(), self.node(value).element);
        let add = store.add();
        self.element_nest(b, &shape, &mut |fuser, b, index, _| {
            let place = fuser.places(b, memref, &indices, index)?;
            let value = fuser.eval(b, value, index, 1)?;
            let mask = mask.map(|mask| fuser.eval(b, mask, index, 1)).transpose()?;
            let write = |b: &Builder<'c, 'a>| put(b, &place, value, element, add);
            match mask {
                None => write(b),
                Some(mask) => b.when(mask, write),
            }
        })
    }

    fn nodes_of(&self, values: &[Value<'c, 'a>]) -> Result<Vec<NodeId>, Stop> {
        values.iter().map(|value| self.node_of(*value)).collect()
    }

    /// The ref and the indices of one lane.
    fn places(
        &mut self,
        b: &Builder<'c, 'a>,
        memref: Value<'c, 'a>,
        indices: &[NodeId],
        index: &Index<'c, 'a>,
    ) -> Result<Vec<Value<'c, 'a>>, Stop> {
        let mut place = vec![memref];
        for id in indices {
            let at = self.eval(b, *id, index, 1)?;
            place.push(b.index_cast(at, b.index_type())?);
        }
        Ok(place)
    }
}

/// Stores an element, or adds it to what is there.
pub fn put<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    place: &[Value<'c, 'a>],
    value: Value<'c, 'a>,
    element: Type<'c>,
    add: bool,
) -> Result<(), Stop> {
    let value = if add {
        let old = b.value("memref.load", place, element, &[])?;
        b.binary(if element.is_float() { "arith.addf" } else { "arith.addi" }, old, value)?
    } else {
        value
    };
    let mut operands = vec![value];
    operands.extend_from_slice(place);
    b.op("memref.store", &operands, &[], &[])?;
    Ok(())
}

/// The zero of a scalar type.
pub fn zero<'c: 'a, 'a>(b: &Builder<'c, 'a>, element: Type<'c>) -> Result<Value<'c, 'a>, Stop> {
    if element.is_float() { b.float(element, 0.0) } else { b.int(element, 0) }
}

/// `value mod size` in `0..size`, as an index.
fn wrapped<'c: 'a, 'a>(b: &Builder<'c, 'a>, value: Value<'c, 'a>, size: i64) -> Result<Value<'c, 'a>, Stop> {
    let value = b.index_cast(value, b.index_type())?;
    let size = b.index(size)?;
    let rest = b.binary("arith.remsi", value, size)?;
    let shifted = b.binary("arith.addi", rest, size)?;
    b.binary("arith.remsi", shifted, size)
}
