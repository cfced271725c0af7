//! Matrix products over several kept or contracted dimensions.
//!
//! The operands are laid out anew, as batch x kept x contracted and batch x contracted x kept, so
//! that several dimensions count as one; the micro-kernel sees an ordinary product.

use super::Fuser;
use super::contract::{accumulator, convert};
use super::index::Index;
use super::node::{Buffer, Kind, NodeId};
use crate::lower::build::{Builder, first_result};
use crate::lower::fault::Stop;
use crate::lower::runtime;
use melior::ir::{
    OperationRef, Type, Value, ValueLike,
    attribute::{DenseI32ArrayAttribute, TypeAttribute},
};
use tessera_tpu::{attrs::DotDimensionNumbers, ir};

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// Rebuilds a product whose dimensions do not fit the plain kernel.
    pub fn general_matmul(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        numbers: &DotDimensionNumbers,
    ) -> Result<(), Stop> {
        let (left, right) = (self.factor(b, op, 0)?, self.factor(b, op, 1)?);
        let start = self.operand_node(op, 2)?;
        let result = first_result(op)?;
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let element = super::narrow::element_type(result);
        let wide = accumulator(b, element);
        let dims = |list: &[i64]| -> Vec<usize> {
            list.iter().filter_map(|dim| usize::try_from(*dim).ok()).collect()
        };
        let (batch, right_batch) = (dims(&numbers.lhs_batch), dims(&numbers.rhs_batch));
        let (kept, right_kept) = (dims(&numbers.lhs_non_contracting), dims(&numbers.rhs_non_contracting));
        let (summed, right_summed) = (dims(&numbers.lhs_contracting), dims(&numbers.rhs_contracting));
        let order: Vec<(i64, usize)> = numbers
            .output_order
            .chunks(2)
            .filter_map(|pair| match pair {
                [side, dim] => Some((*side, usize::try_from(*dim).ok()?)),
                _ => None,
            })
            .collect();
        let place = |side: i64, dim: &usize| order.iter().position(|entry| *entry == (side, *dim));
        let outputs: Option<Vec<usize>> = batch
            .iter()
            .chain(&kept)
            .map(|dim| place(0, dim))
            .chain(right_kept.iter().map(|dim| place(1, dim)))
            .collect();
        let outputs = outputs
            .filter(|outputs| outputs.len() == shape.len() && summed.len() == right_summed.len())
            .ok_or_else(|| Stop::unsupported(op, "these dimension numbers"))?;
        let size = |id: NodeId, dims: &[usize]| -> i64 {
            dims.iter().filter_map(|dim| self.node(id).shape.get(*dim)).product()
        };
        let (m, n, k) = (size(left, &kept), size(right, &right_kept), size(left, &summed));
        let batches = size(left, &batch);
        let a = self.laid_out(b, left, &[&batch[..], &kept, &summed].concat(), wide)?;
        let other =
            self.laid_out(b, right, &[&right_batch[..], &right_summed, &right_kept].concat(), wide)?;
        let c = self.laid_out(b, start, &outputs, wide)?;
        let code =
            runtime::element_code(wide).ok_or_else(|| Stop::broken("an accumulator without a code"))?;
        let i64_type = b.int_type(64);
        let number = |b: &Builder<'c, 'a>, value: i64| b.int(i64_type, value);
        let runtime = self.runtime;
        let addresses = [self.pointer(b, a)?, self.pointer(b, other)?, self.pointer(b, c)?];
        let (zero, end, one) = (b.index(0)?, b.index(batches)?, b.index(1)?);
        b.for_loop((zero, end, one), &[], |b, at, _| {
            let mut places = Vec::with_capacity(3);
            for (address, elements) in addresses.iter().zip([m * k, k * n, m * n]) {
                places.push(advanced(b, *address, at, elements, wide)?);
            }
            let [a, other, c] = places[..] else { return Err(Stop::broken("three matrices")) };
            let operands = [
                b.i32(code)?,
                number(b, m)?,
                number(b, n)?,
                number(b, k)?,
                a,
                number(b, k)?,
                number(b, 1)?,
                other,
                number(b, n)?,
                number(b, 1)?,
                c,
                number(b, n)?,
                number(b, 1)?,
                b.i32(1)?,
            ];
            runtime.call(b, &runtime::GEMM, &operands)?;
            Ok(Vec::new())
        })?;
        // The product in the order of `outputs`; the result's order is the reverse of that map.
        let sizes: Vec<i64> = outputs.iter().filter_map(|dim| shape.get(*dim).copied()).collect();
        let product = self.add_inner(sizes, wide, Kind::Buffer(c));
        let back: Option<Vec<usize>> =
            (0..shape.len()).map(|dim| outputs.iter().position(|at| *at == dim)).collect();
        let back = back.ok_or_else(|| Stop::broken("an output order that repeats itself"))?;
        let turned = self.add_inner(shape.clone(), wide, Kind::Transpose(product, back));
        let buffer = self.allocate(&shape, element)?;
        self.nest(b, &shape.clone(), &mut |fuser, b, index, lanes| {
            let value = fuser.eval(b, turned, index, lanes)?;
            let value = convert(b, value, element)?;
            fuser.store_buffer(b, buffer, &shape, index, value)
        })?;
        self.add(result, Kind::Buffer(buffer))?;
        Ok(())
    }

    /// The value with its dimensions in another order, in memory of its own.
    fn laid_out(
        &mut self,
        b: &Builder<'c, 'a>,
        id: NodeId,
        order: &[usize],
        wide: Type<'c>,
    ) -> Result<Buffer<'c, 'a>, Stop> {
        self.settle(b, id)?;
        let sizes: Vec<i64> = order.iter().filter_map(|dim| self.node(id).shape.get(*dim).copied()).collect();
        let element = self.node(id).element;
        let turned = self.add_inner(sizes.clone(), element, Kind::Transpose(id, order.to_vec()));
        let buffer = self.allocate(&sizes, wide)?;
        self.nest(b, &sizes.clone(), &mut |fuser, b, index: &Index<'c, 'a>, lanes| {
            let value = fuser.eval(b, turned, index, lanes)?;
            let value = convert(b, value, wide)?;
            fuser.store_buffer(b, buffer, &sizes, index, value)
        })?;
        Ok(buffer)
    }
}

/// `address` advanced by `at * elements` elements.
fn advanced<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    address: Value<'c, 'a>,
    at: Value<'c, 'a>,
    elements: i64,
    element: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let at = b.index_cast(at, b.int_type(64))?;
    let elements = b.int(b.int_type(64), elements)?;
    let distance = b.binary("arith.muli", at, elements)?;
    b.value(
        "llvm.getelementptr",
        &[address, distance],
        b.ptr_type(),
        &[
            ("rawConstantIndices", DenseI32ArrayAttribute::new(b.context, &[i32::MIN]).into()),
            ("elem_type", TypeAttribute::new(element).into()),
        ],
    )
}
