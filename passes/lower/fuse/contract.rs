//! `tpu.matmul`: a packed micro-kernel of the run time on strided operands.
//!
//! Operands that already lie in memory in a strided way (a read of a ref, a temporary, a
//! transpose or a part of one) are passed as they are; others are computed into temporaries
//! first. Narrow floats are widened to f32 and narrow integers to i32 on that way: products and
//! sums are then exact, respectively rounded like the accumulator of the matrix unit.

use super::Fuser;
use super::index::Coord;
use super::node::{Buffer, Kind, NodeId};
use crate::lower::build::{Builder, first_result, results_of};
use crate::lower::fault::Stop;
use crate::lower::runtime;
use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike,
    attribute::{DenseI32ArrayAttribute, TypeAttribute},
    operation::OperationLike,
};
use tessera_tpu::{attrs::DotDimensionNumbers, ir, ops::Matmul};

/// A value in memory: address of its first element and distance of neighbours per dimension, in
/// elements, as `i64` values.
#[derive(Clone)]
pub struct Strided<'c, 'a> {
    address: Value<'c, 'a>,
    strides: Vec<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// Rebuilds a matrix product.
    pub fn matmul(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        matmul: Matmul<'c, 'a>,
    ) -> Result<(), Stop> {
        let numbers = op.attribute("dimension_numbers").ok().and_then(DotDimensionNumbers::of);
        if let Some(numbers) = numbers.filter(is_general) {
            return self.general_matmul(b, op, &numbers);
        }
        let (left, right) = (self.factor(b, op, 0)?, self.factor(b, op, 1)?);
        let start = self.operand_node(op, 2)?;
        let result = first_result(op)?;
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let plan = Plan::of(op, matmul, self.node(left).shape.len(), self.node(right).shape.len())?;
        let element =
            ir::element_of(result.r#type()).ok_or_else(|| Stop::broken("a product without element type"))?;
        let wide = accumulator(b, element);
        let buffer = self.allocate(&shape, wide)?;
        let from_zero = self.is_zero(start);
        if !from_zero {
            self.nest(b, &shape, &mut |fuser, b, index, lanes| {
                let value = fuser.eval(b, start, index, lanes)?;
                let value = convert(b, value, wide)?;
                fuser.store_buffer(b, buffer, &shape, index, value)
            })?;
        }
        let (left_shape, right_shape) = (self.node(left).shape.clone(), self.node(right).shape.clone());
        let a = self.in_memory(b, left, wide)?;
        let other = self.in_memory(b, right, wide)?;
        let c = self.buffer_in_memory(b, buffer, &shape)?;
        let batches: Vec<i64> =
            plan.left_batch.iter().map(|dim| left_shape.get(*dim).copied().unwrap_or(1)).collect();
        let size =
            |shape: &[i64], dim: Option<usize>| dim.and_then(|dim| shape.get(dim).copied()).unwrap_or(1);
        let extents = [
            size(&left_shape, plan.left_kept),
            size(&right_shape, plan.right_kept),
            size(&left_shape, Some(plan.left_contracted)),
        ];
        let call =
            Call { plan: &plan, a: &a, b: &other, c: &c, extents, element: wide, accumulate: !from_zero };
        self.batches(b, &batches, &mut Vec::new(), &call)?;
        let node = self.add(result, Kind::Buffer(buffer))?;
        if wide != element {
            let raw = self.add_inner(shape.clone(), wide, Kind::Buffer(buffer));
            let narrow = self.allocate(&shape, element)?;
            self.nest(b, &shape.clone(), &mut |fuser, b, index, lanes| {
                let value = fuser.eval(b, raw, index, lanes)?;
                let value = convert(b, value, element)?;
                fuser.store_buffer(b, narrow, &shape, index, value)
            })?;
            self.set_kind(node, Kind::Buffer(narrow));
        }
        Ok(())
    }

    fn is_zero(&self, id: NodeId) -> bool {
        match self.node(id).kind {
            Kind::Splat(scalar) => {
                ir::defining_op(scalar).and_then(|op| op.attribute("value").ok()).is_some_and(|value| {
                    let text = value.to_string();
                    text.starts_with("0.000000e+00 ") || text.starts_with("0 ")
                })
            }
            _ => false,
        }
    }

    /// One call of the micro-kernel per batch index.
    fn batches(
        &mut self,
        b: &Builder<'c, 'a>,
        sizes: &[i64],
        at: &mut Vec<Coord<'c, 'a>>,
        call: &Call<'_, 'c, 'a>,
    ) -> Result<(), Stop> {
        let Some((size, rest)) = sizes.split_first() else {
            return self.call_kernel(b, at, call);
        };
        if *size == 1 {
            at.push(Coord::Const(0));
            let done = self.batches(b, rest, at, call);
            at.pop();
            return done;
        }
        let (zero, end, one) = (b.index(0)?, b.index(*size)?, b.index(1)?);
        b.for_loop((zero, end, one), &[], |inner, batch, _| {
            at.push(Coord::Value(batch, 0));
            self.batches(inner, rest, at, call)?;
            at.pop();
            Ok(Vec::new())
        })?;
        Ok(())
    }

    fn call_kernel(
        &mut self,
        b: &Builder<'c, 'a>,
        at: &[Coord<'c, 'a>],
        call: &Call<'_, 'c, 'a>,
    ) -> Result<(), Stop> {
        let plan = call.plan;
        let zero = b.int(b.int_type(64), 0)?;
        let stride = |part: &Strided<'c, 'a>, dim: Option<usize>| {
            dim.and_then(|dim| part.strides.get(dim).copied()).unwrap_or(zero)
        };
        let a = offset(b, call.a, &plan.left_batch, at, call.element)?;
        let other = offset(b, call.b, &plan.right_batch, at, call.element)?;
        let c = offset(b, call.c, &plan.out_batch, at, call.element)?;
        let code = runtime::element_code(call.element)
            .ok_or_else(|| Stop::broken("an accumulator without a code"))?;
        let mut operands = vec![b.i32(code)?];
        for extent in call.extents {
            operands.push(b.int(b.int_type(64), extent)?);
        }
        operands.extend([
            a,
            stride(call.a, plan.left_kept),
            stride(call.a, Some(plan.left_contracted)),
            other,
            stride(call.b, Some(plan.right_contracted)),
            stride(call.b, plan.right_kept),
            c,
            stride(call.c, plan.out_left),
            stride(call.c, plan.out_right),
            b.i32(i64::from(call.accumulate))?,
        ]);
        self.runtime.call(b, &runtime::GEMM, &operands)?;
        Ok(())
    }

    /// `id` as strided memory of `wide` elements; computed into a temporary if it is not one.
    fn in_memory(
        &mut self,
        b: &Builder<'c, 'a>,
        id: NodeId,
        wide: Type<'c>,
    ) -> Result<Strided<'c, 'a>, Stop> {
        if self.node(id).element == wide
            && let Some(strided) = self.as_strided(b, id)?
        {
            return Ok(strided);
        }
        let shape = self.node(id).shape.clone();
        let buffer = self.allocate(&shape, wide)?;
        self.nest(b, &shape.clone(), &mut |fuser, b, index, lanes| {
            let value = fuser.eval(b, id, index, lanes)?;
            let value = convert(b, value, wide)?;
            fuser.store_buffer(b, buffer, &shape, index, value)
        })?;
        if self.node(id).element == wide {
            self.set_kind(id, Kind::Buffer(buffer));
        }
        self.buffer_in_memory(b, buffer, &shape)
    }

    fn as_strided(&mut self, b: &Builder<'c, 'a>, id: NodeId) -> Result<Option<Strided<'c, 'a>>, Stop> {
        let node = self.node(id).clone();
        Ok(match &node.kind {
            Kind::Buffer(buffer) => Some(self.buffer_in_memory(b, *buffer, &node.shape)?),
            // Elements that are parts of others have no address of their own.
            Kind::Load(load) if super::block::recast_of(load.memref).is_some() => None,
            Kind::Load(load) if load.strides.iter().all(|stride| *stride == 1) => {
                let mut results = vec![b.ptr_type()];
                results.extend(node.shape.iter().map(|_| b.index_type()));
                let parts = results_of(b.cast(&[load.memref], &results)?)?;
                let (base, strides) =
                    parts.split_first().ok_or_else(|| Stop::broken("cast without results"))?;
                let strides: Vec<_> = strides
                    .iter()
                    .map(|stride| b.index_cast(*stride, b.int_type(64)))
                    .collect::<Result<_, _>>()?;
                let whole = Strided { address: *base, strides };
                let dims: Vec<usize> = (0..load.start.len()).collect();
                let address = offset(b, &whole, &dims, &load.start, node.element)?;
                Some(Strided { address, ..whole })
            }
            Kind::Reshape(source, map) => {
                let Some(inner) = self.as_strided(b, *source)? else { return Ok(None) };
                // Along a unit dimension nothing ever moves, so any stride will do.
                let unit = b.int(b.int_type(64), 0)?;
                let strides = (0..node.shape.len())
                    .map(|dim| {
                        map.iter()
                            .position(|target| *target == Some(dim))
                            .and_then(|from| inner.strides.get(from).copied())
                            .unwrap_or(unit)
                    })
                    .collect();
                Some(Strided { address: inner.address, strides })
            }
            Kind::Transpose(source, permutation) => self.as_strided(b, *source)?.map(|inner| Strided {
                address: inner.address,
                strides: permutation.iter().filter_map(|dim| inner.strides.get(*dim).copied()).collect(),
            }),
            _ => None,
        })
    }

    fn buffer_in_memory(
        &mut self,
        b: &Builder<'c, 'a>,
        buffer: Buffer<'c, 'a>,
        shape: &[i64],
    ) -> Result<Strided<'c, 'a>, Stop> {
        let address = first_result(b.cast(&[buffer.memref], &[b.ptr_type()])?)?;
        let mut strides = Vec::with_capacity(shape.len());
        for dim in 0..shape.len() {
            let stride = shape.iter().skip(dim + 1).product::<i64>();
            strides.push(b.int(b.int_type(64), stride)?);
        }
        Ok(Strided { address, strides })
    }
}

/// Whether several dimensions count as one.
fn is_general(numbers: &DotDimensionNumbers) -> bool {
    let lists = [&numbers.lhs_contracting, &numbers.lhs_non_contracting, &numbers.rhs_non_contracting];
    lists.iter().any(|list| list.len() > 1) || numbers.lhs_contracting.is_empty()
}

struct Call<'p, 'c, 'a> {
    plan: &'p Plan,
    a: &'p Strided<'c, 'a>,
    b: &'p Strided<'c, 'a>,
    c: &'p Strided<'c, 'a>,
    /// m, n, k.
    extents: [i64; 3],
    element: Type<'c>,
    accumulate: bool,
}

/// Which dimension plays which part.
struct Plan {
    left_kept: Option<usize>,
    left_contracted: usize,
    right_kept: Option<usize>,
    right_contracted: usize,
    left_batch: Vec<usize>,
    right_batch: Vec<usize>,
    out_left: Option<usize>,
    out_right: Option<usize>,
    out_batch: Vec<usize>,
}

impl Plan {
    fn of(
        op: OperationRef<'_, '_>,
        matmul: Matmul<'_, '_>,
        left_rank: usize,
        right_rank: usize,
    ) -> Result<Self, Stop> {
        let numbers = op.attribute("dimension_numbers").ok().and_then(DotDimensionNumbers::of);
        let numbers = numbers.unwrap_or_else(|| {
            let (l, r) = (matmul.transpose_lhs(), matmul.transpose_rhs());
            let side = |transposed: bool, one: i64, other: i64| if transposed { other } else { one };
            DotDimensionNumbers {
                lhs_contracting: vec![side(l, 1, 0)],
                rhs_contracting: vec![side(r, 0, 1)],
                lhs_non_contracting: vec![side(l, 0, 1)],
                rhs_non_contracting: vec![side(r, 1, 0)],
                output_order: vec![0, side(l, 0, 1), 1, side(r, 1, 0)],
                lhs_batch: Vec::new(),
                rhs_batch: Vec::new(),
            }
        });
        let dims = |list: &[i64]| -> Vec<usize> {
            list.iter().filter_map(|dim| usize::try_from(*dim).ok()).collect()
        };
        let one = |list: &[i64], what: &str| match dims(list).as_slice() {
            [] => Ok(None),
            [dim] => Ok(Some(*dim)),
            _ => Err(Stop::unsupported(op, format!("a product with several {what} dimensions"))),
        };
        let needed =
            |dim: Option<usize>| dim.ok_or_else(|| Stop::unsupported(op, "a product that contracts nothing"));
        let left_kept = one(&numbers.lhs_non_contracting, "kept left")?;
        let right_kept = one(&numbers.rhs_non_contracting, "kept right")?;
        let left_batch = dims(&numbers.lhs_batch);
        let order: Vec<(i64, usize)> = numbers
            .output_order
            .chunks(2)
            .filter_map(|pair| match pair {
                [side, dim] => Some((*side, usize::try_from(*dim).ok()?)),
                _ => None,
            })
            .collect();
        let place = |side: i64, dim: Option<usize>| {
            dim.and_then(|dim| order.iter().position(|entry| *entry == (side, dim)))
        };
        let plan = Self {
            left_contracted: needed(one(&numbers.lhs_contracting, "contracted")?)?,
            right_contracted: needed(one(&numbers.rhs_contracting, "contracted")?)?,
            out_left: place(0, left_kept),
            out_right: place(1, right_kept),
            out_batch: left_batch.iter().filter_map(|dim| place(0, Some(*dim))).collect(),
            right_batch: dims(&numbers.rhs_batch),
            left_kept,
            right_kept,
            left_batch,
        };
        let counted = |kept: Option<usize>, batch: &[usize]| 1 + usize::from(kept.is_some()) + batch.len();
        let complete = plan.left_batch.len() == plan.right_batch.len()
            && plan.left_batch.len() == plan.out_batch.len()
            && counted(plan.left_kept, &plan.left_batch) == left_rank
            && counted(plan.right_kept, &plan.right_batch) == right_rank;
        if complete { Ok(plan) } else { Err(Stop::unsupported(op, "these dimension numbers")) }
    }
}

/// The address of the element at `at` along `dims`.
fn offset<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    part: &Strided<'c, 'a>,
    dims: &[usize],
    at: &[Coord<'c, 'a>],
    element: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let mut address = part.address;
    for (dim, coord) in dims.iter().zip(at) {
        if matches!(coord, Coord::Const(0)) {
            continue;
        }
        let Some(stride) = part.strides.get(*dim) else { continue };
        let at = b.index_cast(coord.emit(b)?, b.int_type(64))?;
        let distance = b.binary("arith.muli", at, *stride)?;
        address = b.value(
            "llvm.getelementptr",
            &[address, distance],
            b.ptr_type(),
            &[
                ("rawConstantIndices", DenseI32ArrayAttribute::new(b.context, &[i32::MIN]).into()),
                ("elem_type", TypeAttribute::new(element).into()),
            ],
        )?;
    }
    Ok(address)
}

/// Widens or narrows a scalar or vector to another float or integer element type.
pub fn convert<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    value: Value<'c, 'a>,
    to: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let (from, lanes) = super::eval::lanes_of(value);
    if from == to {
        return Ok(value);
    }
    let wider = ir::element_bits(to) > ir::element_bits(from);
    let name = match (from.is_float(), to.is_float(), wider) {
        (true, true, true) => "arith.extf",
        (true, true, false) => "arith.truncf",
        (false, false, true) => "arith.extsi",
        (false, false, false) => "arith.trunci",
        (true, false, _) => "arith.fptosi",
        (false, true, _) => "arith.sitofp",
    };
    b.value(name, &[value], b.lanes_type(lanes, to), &[])
}

/// The type products are summed in: f32 for floats, i32 for integers.
pub fn accumulator<'c: 'a, 'a>(b: &Builder<'c, 'a>, element: Type<'c>) -> Type<'c> {
    if element.is_float() { b.f32_type() } else { b.int_type(32) }
}
