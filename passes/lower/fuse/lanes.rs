//! Operations across the lanes of SparseCore vectors. They are small and rare, so the machine does
//! most of them on temporaries; packed loads and stores are loops over lanes.

use super::Fuser;
use super::gather::{put, zero};
use super::index::{Coord, Index};
use super::narrow::element_type;
use super::node::{Buffer, Kind, NodeId};
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use crate::lower::runtime::{self, element_code};
use melior::ir::{OperationRef, Value, ValueLike, operation::OperationLike};
use tessera_tpu::{ir, read};

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// The address of a value that is computed into a temporary.
    pub fn address_of(&mut self, b: &Builder<'c, 'a>, id: NodeId) -> Result<Value<'c, 'a>, Stop> {
        self.materialise(b, id)?;
        match self.node(id).kind {
            Kind::Buffer(buffer) => self.pointer(b, buffer),
            _ => Err(Stop::broken("a temporary that is not there")),
        }
    }

    /// The address of a temporary.
    pub fn pointer(&self, b: &Builder<'c, 'a>, buffer: Buffer<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
        first_result(b.cast(&[buffer.memref], &[b.ptr_type()])?)
    }

    fn mask_address(
        &mut self,
        b: &Builder<'c, 'a>,
        mask: Option<Value<'c, 'a>>,
    ) -> Result<Value<'c, 'a>, Stop> {
        match mask {
            None => b.value("llvm.mlir.zero", &[], b.ptr_type(), &[]),
            Some(mask) => {
                let mask = self.node_of(mask)?;
                self.address_of(b, mask)
            }
        }
    }

    /// A temporary that becomes the value of result `index`.
    fn result_buffer(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        index: usize,
    ) -> Result<(Buffer<'c, 'a>, Value<'c, 'a>), Stop> {
        let result: Value<'c, 'a> = op.result(index).map_err(Stop::melior)?.into();
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let buffer = self.allocate(&shape, element_type(result))?;
        let address = self.pointer(b, buffer)?;
        Ok((buffer, address))
    }

    fn define(&mut self, op: OperationRef<'c, 'a>, index: usize, buffer: Buffer<'c, 'a>) -> Result<(), Stop> {
        let result: Value<'c, 'a> = op.result(index).map_err(Stop::melior)?.into();
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }

    /// The run time's code of a value's elements.
    fn code(
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Stop> {
        let element = element_type(value);
        let code =
            element_code(element).ok_or_else(|| Stop::unsupported(op, format!("lanes of {element}")))?;
        b.i32(code)
    }

    fn kind_of(op: OperationRef<'c, 'a>) -> Result<i64, Stop> {
        op.attribute("kind")
            .ok()
            .and_then(tessera_tpu::attrs::enum_value)
            .ok_or_else(|| Stop::unsupported(op, "this kind of reduction"))
    }

    /// Rows and lanes of a value: everything but the last dimension, and the last.
    fn rows_and_lanes(&self, id: NodeId) -> (i64, i64) {
        let shape = &self.node(id).shape;
        let lanes = shape.last().copied().unwrap_or(1);
        (shape.iter().product::<i64>() / lanes.max(1), lanes)
    }

    /// `tpu.scan`.
    pub fn scan(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        mask: Option<Value<'c, 'a>>,
    ) -> Result<(), Stop> {
        let source = self.operand_node(op, 0)?;
        let (rows, lanes) = self.rows_and_lanes(source);
        let input = self.address_of(b, source)?;
        let mask = self.mask_address(b, mask)?;
        let (buffer, output) = self.result_buffer(b, op, 0)?;
        let i64_type = b.int_type(64);
        self.runtime.call(
            b,
            &runtime::SCAN,
            &[
                b.i32(Self::kind_of(op)?)?,
                b.int(i64_type, rows)?,
                b.int(i64_type, lanes)?,
                Self::code(b, op, op.operand(0).map_err(Stop::melior)?)?,
                input,
                mask,
                Self::code(b, op, first_result(op)?)?,
                output,
            ],
        )?;
        self.define(op, 0, buffer)
    }

    /// `tpu.scan_count`.
    pub fn scan_count(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let (mask, source) = (self.operand_node(op, 0)?, self.operand_node(op, 1)?);
        let (rows, lanes) = self.rows_and_lanes(source);
        let (mask, values) = (self.address_of(b, mask)?, self.address_of(b, source)?);
        let (last, last_address) = self.result_buffer(b, op, 0)?;
        let (counts, counts_address) = self.result_buffer(b, op, 1)?;
        let i64_type = b.int_type(64);
        self.runtime.call(
            b,
            &runtime::SCAN_COUNT,
            &[
                b.int(i64_type, rows)?,
                b.int(i64_type, lanes)?,
                Self::code(b, op, op.operand(1).map_err(Stop::melior)?)?,
                values,
                mask,
                last_address,
                counts_address,
            ],
        )?;
        self.define(op, 0, last)?;
        self.define(op, 1, counts)
    }

    /// `tpu.sort`.
    pub fn sort(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        mask: Option<Value<'c, 'a>>,
    ) -> Result<(), Stop> {
        let (keys, values) = (self.operand_node(op, 0)?, self.operand_node(op, 1)?);
        let (rows, lanes) = self.rows_and_lanes(keys);
        if rows != 1 {
            return Err(Stop::unsupported(op, "a sort of several rows"));
        }
        let (keys, values) = (self.address_of(b, keys)?, self.address_of(b, values)?);
        let mask = self.mask_address(b, mask)?;
        let descending = read::boolean(op, "descending").unwrap_or(false);
        let (ordered, to_ordered) = self.result_buffer(b, op, 0)?;
        let (sorted_keys, to_keys) = self.result_buffer(b, op, 1)?;
        let (sorted_values, to_values) = self.result_buffer(b, op, 2)?;
        self.runtime.call(
            b,
            &runtime::SORT,
            &[
                b.i32(i64::from(descending))?,
                b.int(b.int_type(64), lanes)?,
                Self::code(b, op, op.operand(0).map_err(Stop::melior)?)?,
                keys,
                Self::code(b, op, op.operand(1).map_err(Stop::melior)?)?,
                values,
                mask,
                to_ordered,
                to_keys,
                to_values,
            ],
        )?;
        for (index, buffer) in [ordered, sorted_keys, sorted_values].into_iter().enumerate() {
            self.define(op, index, buffer)?;
        }
        Ok(())
    }

    /// `tpu.all_reduce`.
    pub fn all_reduce(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let source = self.operand_node(op, 0)?;
        let shape = self.node(source).shape.clone();
        let dim = read::integer_of(op, "dim").and_then(|dim| usize::try_from(dim).ok());
        let dim = dim.ok_or_else(|| Stop::broken("a reduction without dimension"))?;
        let outer: i64 = shape.iter().take(dim).product();
        let inner: i64 = shape.iter().skip(dim + 1).product();
        let lanes = shape.get(dim).copied().unwrap_or(1);
        let input = self.address_of(b, source)?;
        let (buffer, output) = self.result_buffer(b, op, 0)?;
        let i64_type = b.int_type(64);
        self.runtime.call(
            b,
            &runtime::ALL_REDUCE,
            &[
                b.i32(Self::kind_of(op)?)?,
                b.int(i64_type, outer)?,
                b.int(i64_type, lanes)?,
                b.int(i64_type, inner)?,
                Self::code(b, op, op.operand(0).map_err(Stop::melior)?)?,
                input,
                Self::code(b, op, first_result(op)?)?,
                output,
            ],
        )?;
        self.define(op, 0, buffer)
    }

    /// A masked `tpu.vector_load`. On a SparseCore enabled lanes take consecutive elements of
    /// memory; on a TensorCore each takes its own. Disabled lanes are zero and read nothing.
    pub fn masked_load(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        (base, indices, mask): (Value<'c, 'a>, Vec<Value<'c, 'a>>, Value<'c, 'a>),
    ) -> Result<(), Stop> {
        let mask = self.node_of(mask)?;
        let result = first_result(op)?;
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let element = element_type(result);
        if super::narrow::is_narrow(element) || shape.len() > indices.len() {
            return Err(Stop::unsupported(op, "a masked load of this form"));
        }
        let memref = self.scalar(base)?;
        let start = self.coordinates(&indices)?;
        let buffer = self.allocate(&shape, element)?;
        self.packed_lanes(b, op, &shape, mask, |fuser, b, index, at, enabled| {
            let place = place(b, memref, &start, at)?;
            let none = zero(b, element)?;
            let load = |b: &Builder<'c, 'a>| b.value("memref.load", &place, element, &[]);
            let value = b.choose(enabled, element, load, |_| Ok(none))?;
            fuser.store_buffer(b, buffer, &shape, index, value)
        })?;
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }

    /// A masked `tpu.vector_store` on a SparseCore: enabled lanes go to consecutive elements.
    pub fn compressed_store(
        &mut self,
        b: &Builder<'c, 'a>,
        store: &super::store::Store<'c, 'a>,
        mask: NodeId,
    ) -> Result<(), Stop> {
        let root = self.root_of_old(store.memref)?;
        for id in [store.value, mask] {
            if self.node(id).reads_memory {
                self.materialise(b, id)?;
            }
        }
        self.settle_loads(b, store.op, Some(root))?;
        let memref = self.scalar(store.memref)?;
        let start = self.coordinates(&store.indices)?;
        let (shape, element) = (self.node(store.value).shape.clone(), self.node(store.value).element);
        if shape.len() > start.len() {
            return Err(Stop::unsupported(store.op, "a masked store of this form"));
        }
        self.packed_lanes(b, store.op, &shape, mask, |fuser, b, index, at, enabled| {
            let value = fuser.eval(b, store.value, index, 1)?;
            let place = place(b, memref, &start, at)?;
            b.when(enabled, |b| put(b, &place, value, element, store.add))
        })
    }

    /// Calls `body` for every lane with its index, its place in memory relative to the start, and
    /// whether it is enabled.
    fn packed_lanes<F>(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        shape: &[i64],
        mask: NodeId,
        mut body: F,
    ) -> Result<(), Stop>
    where
        F: FnMut(
            &mut Self,
            &Builder<'c, 'a>,
            &Index<'c, 'a>,
            &[Coord<'c, 'a>],
            Value<'c, 'a>,
        ) -> Result<(), Stop>,
    {
        if !self.is_vector_subcore {
            return self.element_nest(b, shape, &mut |fuser, b, index, _| {
                let enabled = fuser.eval(b, mask, index, 1)?;
                body(fuser, b, index, &index.coords.clone(), enabled)
            });
        }
        let Some((lanes, outer)) = shape.split_last() else {
            return Err(Stop::unsupported(op, "lanes of a value without dimensions"));
        };
        if outer.iter().any(|size| *size != 1) {
            return Err(Stop::unsupported(op, "packed lanes of several rows"));
        }
        self.root(|fuser| {
            let (zero, end, one) = (b.index(0)?, b.index(*lanes)?, b.index(1)?);
            b.for_loop((zero, end, one), &[zero], |inner, lane, carried| {
                let at = *carried.first().ok_or_else(|| Stop::broken("no carried value"))?;
                let mut coords = vec![Coord::Const(0); outer.len()];
                let mut packed = coords.clone();
                coords.push(Coord::Value(lane, 0));
                packed.push(Coord::Value(at, 0));
                let index = Index { coords, lane: None };
                let enabled = fuser.eval(inner, mask, &index, 1)?;
                body(fuser, inner, &index, &packed, enabled)?;
                let step = inner.value("arith.extui", &[enabled], inner.int_type(64), &[])?;
                let step = inner.index_cast(step, inner.index_type())?;
                Ok(vec![inner.binary("arith.addi", at, step)?])
            })?;
            Ok(())
        })
    }
}

/// The ref and the indices of the element `at` behind `start`.
fn place<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    memref: Value<'c, 'a>,
    start: &[Coord<'c, 'a>],
    at: &[Coord<'c, 'a>],
) -> Result<Vec<Value<'c, 'a>>, Stop> {
    let mut place = vec![memref];
    // The value lies along the last dimensions.
    let outside = start.len().saturating_sub(at.len());
    for (dim, start) in start.iter().enumerate() {
        let at = dim.checked_sub(outside).and_then(|dim| at.get(dim)).copied();
        place.push(start.plus(b, at.unwrap_or(Coord::Const(0)))?.emit(b)?);
    }
    Ok(place)
}
