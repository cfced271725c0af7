//! Structured control flow. Block values that are carried or chosen live in temporaries; scalars
//! stay values.

use super::Fuser;
use super::block::region_block;
use super::node::{Buffer, Input, Kind, NodeId};
use crate::lower::build::{Builder, argument, results_of};
use crate::lower::fault::Stop;
use crate::lower::grid::operations;
use melior::ir::{
    Block, BlockRef, OperationRef, Region, RegionLike, Type, Value, ValueLike, operation::OperationLike,
};
use std::collections::HashSet;
use tessera_tpu::ir;

/// One carried value: where it goes.
enum Slot<'c, 'a> {
    /// A scalar, passed along as a value.
    Scalar,
    /// A block value, kept in this temporary.
    Block { buffer: Buffer<'c, 'a> },
}

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// `scf.for`.
    pub fn scf_for(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let init: Vec<Value<'c, 'a>> = op.operands().skip(3).collect();
        self.settle_for_region(b, op, true)?;
        let slots = self.slots_for(b, &init)?;
        let mut bounds = Vec::new();
        for operand in op.operands().take(3) {
            bounds.push(self.scalar(operand)?);
        }
        let [lower, upper, step] = bounds[..] else {
            return Err(Stop::broken("loop without bounds"));
        };
        let carried = self.scalar_values(&init)?;
        let body = region_block(op, 0).ok_or_else(|| Stop::broken("loop without body"))?;
        let results = b.for_loop((lower, upper, step), &carried, |inner, at, values| {
            self.scalars.insert(ir::value_key(argument(body, 0)?), at);
            self.bind(body, 1, &slots, values)?;
            self.scoped(|fuser| {
                fuser.body(inner, body)?;
                fuser.yielded(inner, body, &slots, 0)
            })
        })?;
        self.bind_results(op, slots, &results)
    }

    /// `scf.if`.
    pub fn scf_if(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        self.settle_for_region(b, op, false)?;
        let condition = self.scalar(op.operand(0).map_err(Stop::melior)?)?;
        let old_results = results_of(op)?;
        let mut slots = Vec::new();
        for result in &old_results {
            slots.push(self.slot(result.r#type())?);
        }
        let types: Vec<Type<'c>> =
            old_results.iter().map(ValueLike::r#type).filter(|r#type| !ir::is_vector(*r#type)).collect();
        let mut regions = Vec::new();
        for index in 0..2 {
            let region = Region::new();
            if let Some(old) = region_block(op, index) {
                let block = region.append_block(Block::new(&[]));
                let inner = b.inside(block);
                self.scoped(|fuser| {
                    fuser.body(&inner, old)?;
                    let values = fuser.yielded(&inner, old, &slots, 0)?;
                    inner.op("scf.yield", &values, &[], &[])?;
                    Ok(())
                })?;
            }
            regions.push(region);
        }
        let new = b.op_with_regions("scf.if", &[condition], &types, &[], regions)?;
        self.bind_results(op, slots, &results_of(new)?)
    }

    /// `scf.while`.
    pub fn scf_while(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let init: Vec<Value<'c, 'a>> = op.operands().collect();
        self.settle_for_region(b, op, true)?;
        let before = region_block(op, 0).ok_or_else(|| Stop::broken("loop without condition"))?;
        let after = region_block(op, 1).ok_or_else(|| Stop::broken("loop without body"))?;
        let slots = self.slots_for(b, &init)?;
        let carried = self.scalar_values(&init)?;
        let old_results = results_of(op)?;
        let mut passed = Vec::new();
        for result in &old_results {
            passed.push(self.slot(result.r#type())?);
        }
        let (first, second) = (Region::new(), Region::new());
        let location = b.location;
        let arguments: Vec<_> = carried.iter().map(|value| (value.r#type(), location)).collect();
        let block = first.append_block(Block::new(&arguments));
        let inner = b.inside(block);
        let values: Vec<_> =
            (0..carried.len()).map(|index| argument(block, index)).collect::<Result<_, _>>()?;
        self.bind(before, 0, &slots, &values)?;
        self.scoped(|fuser| {
            fuser.body(&inner, before)?;
            let end = terminator(before)?;
            let condition = fuser.scalar(end.operand(0).map_err(Stop::melior)?)?;
            let mut operands = vec![condition];
            operands.extend(fuser.yielded(&inner, before, &passed, 1)?);
            inner.op("scf.condition", &operands, &[], &[])?;
            Ok(())
        })?;
        let types: Vec<Type<'c>> =
            old_results.iter().map(ValueLike::r#type).filter(|r#type| !ir::is_vector(*r#type)).collect();
        let arguments: Vec<_> = types.iter().map(|r#type| (*r#type, location)).collect();
        let block = second.append_block(Block::new(&arguments));
        let inner = b.inside(block);
        let values: Vec<_> =
            (0..types.len()).map(|index| argument(block, index)).collect::<Result<_, _>>()?;
        self.bind(after, 0, &passed, &values)?;
        self.scoped(|fuser| {
            fuser.body(&inner, after)?;
            let values = fuser.yielded(&inner, after, &slots, 0)?;
            inner.op("scf.yield", &values, &[], &[])?;
            Ok(())
        })?;
        let new = b.op_with_regions("scf.while", &carried, &types, &[], vec![first, second])?;
        self.bind_results(op, passed, &results_of(new)?)
    }

    fn slot(&mut self, r#type: Type<'c>) -> Result<Slot<'c, 'a>, Stop> {
        if !ir::is_vector(r#type) {
            return Ok(Slot::Scalar);
        }
        let shape = ir::shape_of(r#type).unwrap_or_default();
        let element = ir::element_of(r#type).ok_or_else(|| Stop::broken("a vector without element type"))?;
        Ok(Slot::Block { buffer: self.allocate(&shape, element)? })
    }

    /// Places for carried values, holding what the loop starts with.
    fn slots_for(&mut self, b: &Builder<'c, 'a>, init: &[Value<'c, 'a>]) -> Result<Vec<Slot<'c, 'a>>, Stop> {
        let mut slots = Vec::new();
        for value in init {
            let slot = self.slot(value.r#type())?;
            if let Slot::Block { buffer } = &slot {
                let id = self.node_of(*value)?;
                self.write_to(b, id, *buffer)?;
            }
            slots.push(slot);
        }
        Ok(slots)
    }

    fn scalar_values(&self, values: &[Value<'c, 'a>]) -> Result<Vec<Value<'c, 'a>>, Stop> {
        values
            .iter()
            .filter(|value| !ir::is_vector(value.r#type()))
            .map(|value| self.scalar(*value))
            .collect()
    }

    /// Makes the arguments of an old block mean the carried values.
    fn bind(
        &mut self,
        old: BlockRef<'c, 'a>,
        first: usize,
        slots: &[Slot<'c, 'a>],
        values: &[Value<'c, 'a>],
    ) -> Result<(), Stop> {
        let mut values = values.iter();
        for (index, slot) in slots.iter().enumerate() {
            let argument = argument(old, first + index)?;
            self.bind_value(argument, slot, &mut values)?;
        }
        Ok(())
    }

    fn bind_results(
        &mut self,
        op: OperationRef<'c, 'a>,
        slots: Vec<Slot<'c, 'a>>,
        values: &[Value<'c, 'a>],
    ) -> Result<(), Stop> {
        let mut values = values.iter();
        for (result, slot) in results_of(op)?.into_iter().zip(&slots) {
            self.bind_value(result, slot, &mut values)?;
        }
        Ok(())
    }

    fn bind_value(
        &mut self,
        old: Value<'c, 'a>,
        slot: &Slot<'c, 'a>,
        values: &mut std::slice::Iter<'_, Value<'c, 'a>>,
    ) -> Result<(), Stop> {
        match slot {
            Slot::Block { buffer } => {
                self.add(old, Kind::Buffer(*buffer))?;
            }
            Slot::Scalar => {
                let value = values.next().ok_or_else(|| Stop::broken("missing carried value"))?;
                self.scalars.insert(ir::value_key(old), *value);
            }
        }
        Ok(())
    }

    /// Moves what `block` hands on into the slots; returns the scalars among it.
    ///
    /// All block values are complete before the first slot is overwritten, since one may be made
    /// from another's old content.
    fn yielded(
        &mut self,
        b: &Builder<'c, 'a>,
        block: BlockRef<'c, 'a>,
        slots: &[Slot<'c, 'a>],
        skip: usize,
    ) -> Result<Vec<Value<'c, 'a>>, Stop> {
        let end = terminator(block)?;
        let mut scalars = Vec::new();
        let mut moves: Vec<(NodeId, Buffer<'c, 'a>)> = Vec::new();
        for (operand, slot) in end.operands().skip(skip).zip(slots) {
            match slot {
                Slot::Scalar => scalars.push(self.scalar(operand)?),
                Slot::Block { buffer } => moves.push((self.node_of(operand)?, *buffer)),
            }
        }
        moves.retain(|(id, buffer)| !self.is_in(*id, *buffer));
        if let [(id, buffer)] = moves[..]
            && self.reads_in_place(id, buffer)
        {
            self.write_to(b, id, buffer)?;
            return Ok(scalars);
        }
        for (id, buffer) in &moves {
            if !self.is_safe_source(*id, *buffer, slots) {
                self.keep(b, *id)?;
            }
        }
        for (id, buffer) in moves {
            self.write_to(b, id, buffer)?;
        }
        Ok(scalars)
    }

    /// Whether the node is already what the slot holds.
    fn is_in(&self, id: NodeId, buffer: Buffer<'c, 'a>) -> bool {
        matches!(self.node(id).kind, Kind::Buffer(own) if own.memref == buffer.memref)
    }

    /// Whether the node can be computed straight into `buffer`: nothing it needs from there is
    /// read at another place than the one being written.
    fn reads_in_place(&self, id: NodeId, buffer: Buffer<'c, 'a>) -> bool {
        let mut seen = HashSet::new();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            match &self.node(id).kind {
                // A temporary read at the index that is written is read before it is written.
                Kind::Splat(_) | Kind::Iota(_) | Kind::Load(_) | Kind::Buffer(_) | Kind::Dead => {}
                Kind::Map(_, inputs) => work.extend(nodes_of(inputs)),
                Kind::Reshape(source, _) => work.push(*source),
                Kind::Broadcast(source)
                | Kind::Slice(source, _)
                | Kind::Transpose(source, _)
                | Kind::Rotate(source, ..)
                | Kind::Repeat(source, _) => {
                    if self.touches(*source, &[buffer]) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether writing the other slots first cannot change what `id` yields.
    fn is_safe_source(&self, id: NodeId, own: Buffer<'c, 'a>, slots: &[Slot<'c, 'a>]) -> bool {
        let others: Vec<Buffer<'c, 'a>> = slots
            .iter()
            .filter_map(|slot| match slot {
                Slot::Block { buffer } if buffer.memref != own.memref => Some(*buffer),
                _ => None,
            })
            .collect();
        !self.touches(id, &others) && self.reads_in_place(id, own)
    }

    /// Whether computing the node reads one of these temporaries.
    fn touches(&self, id: NodeId, buffers: &[Buffer<'c, 'a>]) -> bool {
        let mut seen = HashSet::new();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            match &self.node(id).kind {
                Kind::Buffer(own) => {
                    if buffers.iter().any(|buffer| buffer.memref == own.memref) {
                        return true;
                    }
                }
                Kind::Splat(_) | Kind::Iota(_) | Kind::Load(_) | Kind::Dead => {}
                Kind::Map(_, inputs) => work.extend(nodes_of(inputs)),
                Kind::Reshape(source, _)
                | Kind::Broadcast(source)
                | Kind::Slice(source, _)
                | Kind::Transpose(source, _)
                | Kind::Rotate(source, ..)
                | Kind::Repeat(source, _) => {
                    work.push(*source);
                }
            }
        }
        false
    }

    /// A copy of the node in a temporary of its own.
    fn keep(&mut self, b: &Builder<'c, 'a>, id: NodeId) -> Result<(), Stop> {
        let (shape, element) = (self.node(id).shape.clone(), self.node(id).element);
        let buffer = self.allocate(&shape, element)?;
        self.write_to(b, id, buffer)?;
        self.set_kind(id, Kind::Buffer(buffer));
        Ok(())
    }

    /// Computes a node into a given temporary.
    fn write_to(&mut self, b: &Builder<'c, 'a>, id: NodeId, buffer: Buffer<'c, 'a>) -> Result<(), Stop> {
        let shape = self.node(id).shape.clone();
        self.nest(b, &shape.clone(), &mut |fuser, b, index, lanes| {
            let value = fuser.eval(b, id, index, lanes)?;
            fuser.store_buffer(b, buffer, &shape, index, value)
        })
    }
}

/// The nodes among the operands of an elementwise operation.
fn nodes_of<'i>(inputs: &'i [Input<'_, '_>]) -> impl Iterator<Item = NodeId> + 'i {
    inputs.iter().filter_map(|input| match input {
        Input::Node(id) => Some(*id),
        Input::Scalar(_) => None,
    })
}

fn terminator<'c: 'a, 'a>(block: BlockRef<'c, 'a>) -> Result<OperationRef<'c, 'a>, Stop> {
    operations(block).last().copied().ok_or_else(|| Stop::broken("block without a terminator"))
}
