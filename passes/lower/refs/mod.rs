//! `lower-refs`: refs become addresses.
//!
//! A ref is an address and a stride (in elements) per dimension. Views only change these, so
//! after this pass no view is left, and every access is a load or store of the LLVM dialect at an
//! address that is computed in the open. Sizes are static in almost every kernel; the few that
//! are not travel with the view.
//!
//! An element of less than a byte takes a whole one in memory. What a ref looks like with elements
//! of another width is the matter of [`recast`].

mod recast;

use self::recast::Recast;
use super::build::{Builder, first_result, results_of};
use super::fault::Stop;
use super::memory::{name_of, walk};
use crate::signature::kernels_of;
use melior::ir::{
    OperationRef, Type, TypeLike, Value, ValueLike,
    attribute::{DenseI32ArrayAttribute, TypeAttribute},
    operation::OperationLike,
};
use std::collections::HashMap;
use tessera_tpu::{
    ir::{self, ValueKey, value_key},
    read,
};

/// Marks a cast that wants address and strides of what is stored, whatever width the ref has.
pub const STORED: &str = "tessera.stored";

/// A number known now or when the kernel runs.
#[derive(Clone, Copy)]
enum Number<'c, 'a> {
    Const(i64),
    Value(Value<'c, 'a>),
}

/// A ref taken apart.
#[derive(Clone)]
struct View<'c, 'a> {
    address: Value<'c, 'a>,
    sizes: Vec<Number<'c, 'a>>,
    /// In elements of the memory: of `element`, or of what `recast` says is stored.
    strides: Vec<Number<'c, 'a>>,
    element: Type<'c>,
    /// How the elements are made of others of another width.
    recast: Option<Recast<'c, 'a>>,
}

/// Runs the pass on `module`.
pub fn run<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> Result<(), Stop> {
    for kernel in kernels_of(module).map_err(|error| Stop::broken(error.to_string()))? {
        program(kernel)?;
    }
    Ok(())
}

/// Runs the pass on one program of the module.
fn program<'c: 'a, 'a>(kernel: OperationRef<'c, 'a>) -> Result<(), Stop> {
    let mut refs = Refs { views: HashMap::new(), done: Vec::new() };
    for op in walk(kernel) {
        refs.operation(op)?;
    }
    for op in refs.done.into_iter().rev() {
        ir::erase(op);
    }
    Ok(())
}

struct Refs<'c, 'a> {
    views: HashMap<ValueKey, View<'c, 'a>>,
    /// Replaced operations, erased at the end in reverse order.
    done: Vec<OperationRef<'c, 'a>>,
}

impl<'c: 'a, 'a> Refs<'c, 'a> {
    fn operation(&mut self, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let b = Builder::before(ir::context_of(op), op)?;
        let name = name_of(op);
        match name {
            "builtin.unrealized_conversion_cast" => return self.cast(&b, op),
            "tpu.memref_slice" => self.slice(&b, op)?,
            "tpu.memref_bitcast" => self.bitcast(op)?,
            "tpu.reinterpret_cast" => self.reinterpret(&b, op)?,
            "tpu.memref_squeeze" | "tpu.memref_reshape" => self.reshape(op)?,
            "memref.cast" | "tpu.erase_memref_layout" | "tpu.assume_layout" => {
                let view = self.view(op, 0)?.clone();
                self.define(op, view)?;
            }
            "memref.load" | "vector.load" => {
                let result = first_result(op)?;
                let indices: Vec<_> = op.operands().skip(1).collect();
                let view = self.view(op, 0)?.clone();
                let value = match &view.recast {
                    Some(recast) => recast.load(&b, &view, &indices, result.r#type())?,
                    None => {
                        let address = address_of(&b, &view, &indices)?;
                        load(&b, address, result.r#type())?
                    }
                };
                ir::replace_uses(result, value);
            }
            "memref.store" | "vector.store" => {
                let value = op.operand(0).map_err(Stop::melior)?;
                let indices: Vec<_> = op.operands().skip(2).collect();
                let view = self.view(op, 1)?.clone();
                match &view.recast {
                    Some(recast) => recast.store(&b, &view, &indices, value)?,
                    None => {
                        let address = address_of(&b, &view, &indices)?;
                        store(&b, address, value)?;
                    }
                }
            }
            "memref.dim" => {
                let view = self.view(op, 0)?;
                let dim = op
                    .operand(1)
                    .ok()
                    .and_then(super::fuse::store::constant_of)
                    .and_then(|dim| usize::try_from(dim).ok())
                    .and_then(|dim| view.sizes.get(dim).copied())
                    .ok_or_else(|| Stop::unsupported(op, "the size of a dimension not known"))?;
                let size = match dim {
                    Number::Const(size) => b.index(size)?,
                    Number::Value(size) => b.index_cast(size, b.index_type())?,
                };
                ir::replace_uses(first_result(op)?, size);
            }
            "tpu.assume_multiple" => {
                let promised = op.operand(0).map_err(Stop::melior)?;
                ir::replace_uses(first_result(op)?, promised);
            }
            _ => {
                let touches_ref = op
                    .operands()
                    .chain(op.results().map(Value::from))
                    .any(|value| value.r#type().is_mem_ref());
                if touches_ref {
                    return Err(Stop::unsupported(op, "it has no lowering on refs yet"));
                }
                return Ok(());
            }
        }
        self.done.push(op);
        Ok(())
    }

    fn view(&self, op: OperationRef<'c, 'a>, operand: usize) -> Result<&View<'c, 'a>, Stop> {
        let value = op.operand(operand).map_err(Stop::melior)?;
        self.views
            .get(&value_key(value))
            .ok_or_else(|| Stop::unsupported(op, "a ref that comes from nowhere known"))
    }

    fn define(&mut self, op: OperationRef<'c, 'a>, view: View<'c, 'a>) -> Result<(), Stop> {
        self.views.insert(value_key(first_result(op)?), view);
        Ok(())
    }

    /// From an address (and strides) to a ref, or the other way round.
    fn cast(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let source = op.operand(0).map_err(Stop::melior)?;
        if source.r#type().is_mem_ref() {
            let view = self.view(op, 0)?.clone();
            let asks_for_stored = op.has_attribute(STORED);
            if view.recast.as_ref().is_some_and(|recast| !asks_for_stored || !recast.is_whole()) {
                return Err(Stop::unsupported(op, "an address in a ref of another element width"));
            }
            let mut values = vec![view.address];
            for stride in &view.strides {
                values.push(match stride {
                    Number::Const(stride) => b.index(*stride)?,
                    Number::Value(stride) => *stride,
                });
            }
            for (old, new) in results_of(op)?.into_iter().zip(values) {
                ir::replace_uses(old, new);
            }
            self.done.push(op);
            return Ok(());
        }
        let result = first_result(op)?;
        if !result.r#type().is_mem_ref() {
            return Ok(());
        }
        let shape = ir::shape_of(result.r#type()).unwrap_or_default();
        let element =
            ir::element_of(result.r#type()).ok_or_else(|| Stop::broken("a memref without element type"))?;
        if shape.iter().any(|size| *size < 0) {
            return Err(Stop::unsupported(op, "a kernel operand of dynamic shape"));
        }
        let given: Vec<Value<'c, 'a>> = op.operands().skip(1).collect();
        let strides = if given.is_empty() {
            row_major(&shape).into_iter().map(Number::Const).collect()
        } else {
            given.into_iter().map(Number::Value).collect()
        };
        let sizes = shape.into_iter().map(Number::Const).collect();
        self.define(op, View { address: source, sizes, strides, element, recast: None })?;
        self.done.push(op);
        Ok(())
    }

    fn slice(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let view = self.view(op, 0)?.clone();
        let rank = view.strides.len();
        let indices: Vec<Value<'c, 'a>> = op.operands().skip(1).take(rank).collect();
        let mut dynamic = op.operands().skip(1 + rank);
        let shape = ir::shape_of(first_result(op)?.r#type()).unwrap_or_default();
        let mut sizes = Vec::with_capacity(rank);
        for size in shape {
            sizes.push(if size >= 0 {
                Number::Const(size)
            } else {
                Number::Value(dynamic.next().ok_or_else(|| Stop::broken("slice without a size"))?)
            });
        }
        let (outside, recast) = match view.recast.clone() {
            Some(recast) => recast.sliced(b, &indices)?,
            None => (indices, None),
        };
        let address = address_of(b, &view, &outside)?;
        self.define(op, View { address, sizes, recast, ..view })
    }

    fn reshape(&mut self, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let view = self.view(op, 0)?.clone();
        let to = ir::shape_of(first_result(op)?.r#type()).unwrap_or_default();
        let from: Vec<i64> = view
            .sizes
            .iter()
            .map(|size| if let Number::Const(size) = size { *size } else { i64::MIN })
            .collect();
        let element = view.element;
        if let Some(map) = super::fuse::index::unit_reshape(&from, &to) {
            let pick = |list: &[Number<'c, 'a>], unit: i64| -> Vec<Number<'c, 'a>> {
                (0..to.len())
                    .map(|dim| {
                        map.iter()
                            .position(|target| *target == Some(dim))
                            .and_then(|source| list.get(source).copied())
                            .unwrap_or(Number::Const(unit))
                    })
                    .collect()
            };
            let (sizes, strides) = (pick(&view.sizes, 1), pick(&view.strides, 0));
            let recast = view.recast.map(|recast| recast.moved(&map));
            return self.define(op, View { address: view.address, sizes, strides, element, recast });
        }
        if view.recast.is_some() {
            return Err(Stop::unsupported(op, "a reshape of a ref of another element width"));
        }
        let contiguous =
            row_major(&from).iter().zip(&view.strides).zip(&from).all(|((expected, stride), size)| {
                *size == 1 || matches!(stride, Number::Const(stride) if stride == expected)
            });
        if from.iter().chain(&to).any(|size| *size < 0) || !contiguous {
            return Err(Stop::unsupported(op, "a reshape of a part that does not lie in one piece"));
        }
        let sizes = to.iter().copied().map(Number::Const).collect();
        let strides = row_major(&to).into_iter().map(Number::Const).collect();
        self.define(op, View { address: view.address, sizes, strides, element, recast: None })
    }

    /// The same memory with another type altogether, row-major; the offset counts its elements.
    fn reinterpret(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let view = self.view(op, 0)?.clone();
        let r#type = first_result(op)?.r#type();
        let shape = ir::shape_of(r#type).unwrap_or_default();
        let element = ir::element_of(r#type).ok_or_else(|| Stop::broken("a memref without element type"))?;
        let whole_bytes = |element: Type<'c>| ir::element_bits(element).is_some_and(|bits| bits % 8 == 0);
        if view.recast.is_some()
            || (element != view.element && !(whole_bytes(element) && whole_bytes(view.element)))
        {
            return Err(Stop::unsupported(op, "a view of packed elements as another type"));
        }
        let segments = read::int32s(op, "operandSegmentSizes");
        let has_offset = segments.get(1) == Some(&1);
        let mut dynamic = op.operands().skip(1 + usize::from(has_offset));
        let mut sizes = Vec::with_capacity(shape.len());
        for size in &shape {
            sizes.push(if *size >= 0 {
                Number::Const(*size)
            } else {
                Number::Value(dynamic.next().ok_or_else(|| Stop::broken("a view without a size"))?)
            });
        }
        // Only the slowest dimension may be dynamic: it counts in no stride.
        if shape.iter().skip(1).any(|size| *size < 0) {
            return Err(Stop::unsupported(op, "a view whose strides are not known"));
        }
        let strides = row_major(&shape).into_iter().map(Number::Const).collect();
        let mut new = View { address: view.address, sizes, strides, element, recast: None };
        if has_offset {
            let flat = View { strides: vec![Number::Const(1)], ..new.clone() };
            new.address = address_of(b, &flat, &[op.operand(1).map_err(Stop::melior)?])?;
        }
        self.define(op, new)
    }
}

/// Loads an element, or a run of them, of type `r#type`.
fn load<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    address: Value<'c, 'a>,
    r#type: Type<'c>,
) -> Result<Value<'c, 'a>, Stop> {
    let stored = in_memory(b, r#type);
    let value = b.value("llvm.load", &[address], stored, &[("alignment", alignment(b, stored))])?;
    recast::from_memory(b, value, r#type)
}

/// Stores an element, or a run of them.
fn store<'c: 'a, 'a>(b: &Builder<'c, 'a>, address: Value<'c, 'a>, value: Value<'c, 'a>) -> Result<(), Stop> {
    let stored = in_memory(b, value.r#type());
    let value = recast::to_memory(b, value, stored)?;
    b.op("llvm.store", &[value, address], &[], &[("alignment", alignment(b, stored))])?;
    Ok(())
}

/// Elements lie at multiples of their own size, no more is known.
fn alignment<'c>(b: &Builder<'c, '_>, stored: Type<'c>) -> melior::ir::Attribute<'c> {
    let element = if stored.is_vector() { ir::element_of(stored) } else { Some(stored) };
    let bits = element.and_then(ir::element_bits).unwrap_or(64);
    b.i64_attr(i64::from(bits.div_ceil(8)))
}

/// What an element is in memory: less than a byte takes one, and floats that LLVM has no type for
/// are the integers with their bits.
fn in_memory<'c>(b: &Builder<'c, '_>, r#type: Type<'c>) -> Type<'c> {
    let element = if r#type.is_vector() { ir::element_of(r#type) } else { Some(r#type) };
    let Some(bits) = element.and_then(ir::element_bits).filter(|bits| *bits <= 8) else {
        return r#type;
    };
    debug_assert!(bits > 0);
    if !r#type.is_vector() {
        return b.int_type(8);
    }
    let lanes = ir::shape_of(r#type).map_or(1, |shape| shape.iter().product::<i64>());
    b.lanes_type(lanes.cast_unsigned(), b.int_type(8))
}

/// Strides of a row-major array.
#[must_use]
pub fn row_major(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1_i64; shape.len()];
    let mut stride = 1_i64;
    for (slot, size) in strides.iter_mut().zip(shape).rev() {
        *slot = stride;
        stride = stride.saturating_mul(*size);
    }
    strides
}

/// The address of the element at `indices` (any integer types).
fn address_of<'c: 'a, 'a>(
    b: &Builder<'c, 'a>,
    view: &View<'c, 'a>,
    indices: &[Value<'c, 'a>],
) -> Result<Value<'c, 'a>, Stop> {
    let i64_type = b.int_type(64);
    let mut known = 0_i64;
    let mut total: Option<Value<'c, 'a>> = None;
    for (index, stride) in indices.iter().zip(&view.strides) {
        let constant = super::fuse::store::constant_of(*index);
        let term = match (constant, *stride) {
            (Some(0), _) | (_, Number::Const(0)) => continue,
            (Some(index), Number::Const(stride)) => {
                known += index * stride;
                continue;
            }
            (_, Number::Const(1)) => b.index_cast(*index, i64_type)?,
            (_, Number::Const(stride)) => {
                let index = b.index_cast(*index, i64_type)?;
                let stride = b.int(i64_type, stride)?;
                b.binary("arith.muli", index, stride)?
            }
            (_, Number::Value(stride)) => {
                let index = b.index_cast(*index, i64_type)?;
                let stride = b.index_cast(stride, i64_type)?;
                b.binary("arith.muli", index, stride)?
            }
        };
        total = Some(match total {
            None => term,
            Some(total) => b.binary("arith.addi", total, term)?,
        });
    }
    if known != 0 {
        let term = b.int(i64_type, known)?;
        total = Some(match total {
            None => term,
            Some(total) => b.binary("arith.addi", total, term)?,
        });
    }
    let Some(distance) = total else { return Ok(view.address) };
    let stored = view.recast.as_ref().map_or(view.element, Recast::stored);
    let is_semaphore = !(stored.is_integer() || stored.is_float());
    let element = if is_semaphore { i64_type } else { in_memory(b, stored) };
    b.value(
        "llvm.getelementptr",
        &[view.address, distance],
        b.ptr_type(),
        &[
            ("rawConstantIndices", DenseI32ArrayAttribute::new(b.context, &[i32::MIN]).into()),
            ("elem_type", TypeAttribute::new(element).into()),
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::row_major;

    #[test]
    fn row_major_strides() {
        assert_eq!(row_major(&[2, 3, 4]), [12, 4, 1]);
        assert_eq!(row_major(&[]), Vec::<i64>::new());
    }
}
