//! `lower-grid`: makes the grid and its windows explicit.
//!
//! The kernel function becomes a program for one core: a loop over the grid steps that the run
//! time gives to this core; in each step the transforms say which block of each window is wanted,
//! the run time provides the blocks, and the old kernel body works on them. Transforms and body
//! are inlined. Afterwards the function takes only the core.
//!
//! Refs come from the run time as an address; windows also with strides, because a window may be
//! a view into the array itself. They are written as `builtin.unrealized_conversion_cast` from
//! the address (and strides) to the memref, which `lower-refs` resolves.

use super::build::{Builder, argument, results_of};
use super::fault::Stop;
use super::runtime::{self, Runtime, update_function_type};
use crate::signature::{Indexing, Signature, body_of, functions, kernels_of};
use melior::ir::{
    BlockRef, OperationRef, Type, Value, ValueLike, block::BlockLike, operation::OperationLike,
};
use std::collections::HashMap;
use tessera_tpu::ir::{self, ValueKey, value_key};

/// Name of the attribute that lists the arguments which need a contiguous block.
pub const CONTIGUOUS: &str = "tessera.contiguous";

/// Name of the attribute that lists the windows which the body writes.
pub const WRITTEN: &str = "tessera.written";

/// Runs the pass on `module`.
pub fn run<'c: 'a, 'a>(module: OperationRef<'c, 'a>) -> Result<(), Stop> {
    for kernel in kernels_of(module).map_err(|error| Stop::broken(error.to_string()))? {
        program(module, kernel)?;
    }
    Ok(())
}

/// Runs the pass on one program of the module.
fn program<'c: 'a, 'a>(module: OperationRef<'c, 'a>, kernel: OperationRef<'c, 'a>) -> Result<(), Stop> {
    let signature = Signature::of(kernel).map_err(|error| Stop::broken(error.to_string()))?;
    let body = body_of(kernel).ok_or_else(|| Stop::broken("kernel without a body"))?;
    let old_ops = operations(body);
    let old_arguments: Vec<Value<'c, 'a>> =
        (0..body.argument_count()).map(|i| argument(body, i)).collect::<Result<_, _>>()?;
    let core = Runtime::for_function(module, kernel)?;
    let context = ir::context_of(kernel);
    let builder = Builder::at_end(context, kernel.location(), body);
    Lowering { module, signature, core, builder, old_arguments }.emit(kernel, body, &old_ops)
}

struct Lowering<'c, 'a> {
    module: OperationRef<'c, 'a>,
    signature: Signature,
    core: Runtime<'c, 'a>,
    builder: Builder<'c, 'a>,
    old_arguments: Vec<Value<'c, 'a>>,
}

impl<'c: 'a, 'a> Lowering<'c, 'a> {
    fn emit(
        &self,
        kernel: OperationRef<'c, 'a>,
        body: BlockRef<'c, 'a>,
        old_ops: &[OperationRef<'c, 'a>],
    ) -> Result<(), Stop> {
        let outer = &self.builder;
        let contiguous = self.windows_where(is_reinterpreted);
        let written = self.windows_where(is_written);
        let i64_type = outer.int_type(64);
        let steps = self.core.value(outer, &runtime::STEPS, &[])?;
        let zero = outer.int(i64_type, 0)?;
        let one = outer.int(i64_type, 1)?;
        // Storage for the strides of one ref at a time; made here so that no step grows the stack.
        let strides = self.stride_storage()?;
        outer.for_loop((zero, steps, one), &[], |step_builder, step, _| {
            self.step(step_builder, step, strides, old_ops)?;
            Ok(Vec::new())
        })?;
        outer.op("func.return", &[], &[], &[])?;
        for old in self.old_arguments.iter().rev() {
            if ir::has_uses(*old) {
                return Err(Stop::broken("a kernel argument is used outside the kernel's body"));
            }
        }
        // SAFETY: no argument but the core has uses left.
        for index in (1..=self.old_arguments.len()).rev() {
            ir::erase_argument(body, index);
        }
        update_function_type(kernel, body)?;
        for func in functions(self.module).collect::<Vec<_>>() {
            let is_transform = self.signature.windows.iter().any(|window| {
                matches!(&window.indexing,
                    Indexing::Blocks { transform } | Indexing::Elements { transform, .. }
                        if super::symbol_name(func) == Some(transform))
            });
            if is_transform {
                ir::erase(func);
            }
        }
        for name in [
            "iteration_bounds",
            "window_params",
            "scalar_prefetch",
            "scratch_operands",
            "dimension_semantics",
        ] {
            ir::remove_attribute(kernel, name);
        }
        ir::set_attribute(kernel, CONTIGUOUS, outer.i64_array(&contiguous));
        ir::set_attribute(kernel, WRITTEN, outer.i64_array(&written));
        Ok(())
    }

    fn step(
        &self,
        b: &Builder<'c, 'a>,
        step: Value<'c, 'a>,
        strides: Value<'c, 'a>,
        old_ops: &[OperationRef<'c, 'a>],
    ) -> Result<(), Stop> {
        self.core.call(b, &runtime::STEP_BEGIN, &[step])?;
        let rank = self.signature.grid.len();
        let mut indices = Vec::with_capacity(rank);
        for dim in 0..rank {
            let dim = b.i32(i64::try_from(dim).unwrap_or(0))?;
            indices.push(self.core.value(b, &runtime::GRID_INDEX, &[dim])?);
        }
        let mut prefetch = Vec::new();
        for number in 0..self.signature.prefetch {
            prefetch.push(self.fixed_ref(b, number)?);
        }
        let mut inputs = indices.clone();
        inputs.extend_from_slice(&prefetch);
        for (number, window) in self.signature.windows.iter().enumerate() {
            if let Indexing::Blocks { transform } | Indexing::Elements { transform, .. } = &window.indexing {
                let block = self.inline_transform(b, transform, &inputs)?;
                self.place_window(b, number, &block)?;
            }
        }
        self.core.call(b, &runtime::WINDOWS_READY, &[])?;
        let mut actual = inputs;
        for number in self.signature.prefetch..self.old_arguments.len() - rank {
            let is_reinterpreted = self.memref(number).is_some_and(is_reinterpreted);
            actual.push(if self.is_window(number) && !is_reinterpreted {
                self.window_ref(b, number, strides)?
            } else {
                self.fixed_ref(b, number)?
            });
        }
        for (old, new) in self.old_arguments.iter().zip(&actual) {
            ir::replace_uses(*old, *new);
        }
        for op in old_ops {
            if is_return(*op) {
                ir::erase(*op);
            } else {
                ir::move_to_end(*op, b.block());
            }
        }
        self.core.call(b, &runtime::STEP_END, &[])?;
        Ok(())
    }

    /// Whether argument `number` (after the grid indices) is a block that moves or is copied.
    fn is_window(&self, number: usize) -> bool {
        number
            .checked_sub(self.signature.prefetch)
            .and_then(|index| self.signature.windows.get(index))
            .is_some_and(|window| window.indexing != Indexing::Whole)
    }

    /// The old kernel argument `number` (after the grid indices).
    fn memref(&self, number: usize) -> Option<Value<'c, 'a>> {
        self.old_arguments.get(self.signature.grid.len() + number).copied()
    }

    fn memref_type(&self, number: usize) -> Result<Type<'c>, Stop> {
        self.memref(number)
            .map(|value| value.r#type())
            .ok_or_else(|| Stop::broken("kernel argument out of range"))
    }

    /// A ref whose layout is the plain row-major one of its type: operands, scratch, and windows
    /// that the body reinterprets, which are always blocks of their own.
    fn fixed_ref(&self, b: &Builder<'c, 'a>, number: usize) -> Result<Value<'c, 'a>, Stop> {
        let null = b.value("llvm.mlir.zero", &[], b.ptr_type(), &[])?;
        let number_value = b.i32(i64::try_from(number).unwrap_or(0))?;
        let address = self.core.value(b, &runtime::REF, &[number_value, null])?;
        super::build::first_result(b.cast(&[address], &[self.memref_type(number)?])?)
    }

    /// A ref that may lie anywhere in a larger array: strides come from the run time.
    fn window_ref(
        &self,
        b: &Builder<'c, 'a>,
        number: usize,
        strides: Value<'c, 'a>,
    ) -> Result<Value<'c, 'a>, Stop> {
        let r#type = self.memref_type(number)?;
        let rank =
            ir::shape_of(r#type).ok_or_else(|| Stop::broken("a window argument is not a memref"))?.len();
        let number_value = b.i32(i64::try_from(number).unwrap_or(0))?;
        let address = self.core.value(b, &runtime::REF, &[number_value, strides])?;
        let mut parts = vec![address];
        for dim in 0..rank {
            let slot = b.value(
                "llvm.getelementptr",
                &[strides],
                b.ptr_type(),
                &[
                    (
                        "rawConstantIndices",
                        melior::ir::attribute::DenseI32ArrayAttribute::new(
                            b.context,
                            &[i32::try_from(dim).unwrap_or(0)],
                        )
                        .into(),
                    ),
                    ("elem_type", melior::ir::attribute::TypeAttribute::new(b.int_type(64)).into()),
                ],
            )?;
            let stride = b.value("llvm.load", &[slot], b.int_type(64), &[])?;
            parts.push(b.index_cast(stride, b.index_type())?);
        }
        super::build::first_result(b.cast(&parts, &[r#type])?)
    }

    fn stride_storage(&self) -> Result<Value<'c, 'a>, Stop> {
        let b = &self.builder;
        let rank = self
            .old_arguments
            .iter()
            .filter_map(|value| ir::shape_of(value.r#type()))
            .map(|shape| shape.len())
            .max()
            .unwrap_or(0)
            .max(1);
        let size = b.int(b.int_type(64), i64::try_from(rank).unwrap_or(1))?;
        b.value(
            "llvm.alloca",
            &[size],
            b.ptr_type(),
            &[("elem_type", melior::ir::attribute::TypeAttribute::new(b.int_type(64)).into())],
        )
    }

    /// Puts the body of `transform` here and returns the block index it computes.
    fn inline_transform(
        &self,
        b: &Builder<'c, 'a>,
        transform: &str,
        inputs: &[Value<'c, 'a>],
    ) -> Result<Vec<Value<'c, 'a>>, Stop> {
        let func = functions(self.module)
            .find(|func| super::symbol_name(*func) == Some(transform))
            .ok_or_else(|| Stop::broken(format!("window transform @{transform} is missing")))?;
        let body = body_of(func).ok_or_else(|| Stop::broken("transform without a body"))?;
        if body.argument_count() != inputs.len() {
            return Err(Stop::broken(format!(
                "window transform @{transform} takes {} arguments, {} are given",
                body.argument_count(),
                inputs.len()
            )));
        }
        let mut map: HashMap<ValueKey, Value<'c, 'a>> = HashMap::new();
        for (index, input) in inputs.iter().enumerate() {
            map.insert(value_key(argument(body, index)?), *input);
        }
        for op in operations(body) {
            if is_return(op) {
                return op.operands().map(|value| Ok(lookup(&map, value))).collect();
            }
            let copy = b.insert(ir::clone_op(op));
            remap(copy, &map);
            for (old, new) in results_of(op)?.into_iter().zip(results_of(copy)?) {
                map.insert(value_key(old), new);
            }
        }
        Err(Stop::broken("window transform without a return"))
    }

    fn place_window(&self, b: &Builder<'c, 'a>, window: usize, block: &[Value<'c, 'a>]) -> Result<(), Stop> {
        let number = self.signature.prefetch + window;
        for (dim, index) in block.iter().enumerate() {
            let number = b.i32(i64::try_from(number).unwrap_or(0))?;
            let dim = b.i32(i64::try_from(dim).unwrap_or(0))?;
            let index = b.index_cast(*index, b.int_type(32))?;
            self.core.call(b, &runtime::WINDOW_INDEX, &[number, dim, index])?;
        }
        Ok(())
    }

    /// The window arguments for which `test` holds, by number.
    fn windows_where(&self, test: fn(Value<'_, '_>) -> bool) -> Vec<i64> {
        let rank = self.signature.grid.len();
        self.old_arguments
            .iter()
            .skip(rank)
            .enumerate()
            .filter(|(number, value)| self.is_window(*number) && test(**value))
            .filter_map(|(number, _)| i64::try_from(number).ok())
            .collect()
    }
}

/// Whether some use reinterprets the memory (reshape, bitcast): a strided view will not do.
fn is_reinterpreted(value: Value<'_, '_>) -> bool {
    any_use(value, |user, _| {
        matches!(ir_name(user), "tpu.memref_reshape" | "tpu.memref_bitcast" | "tpu.reinterpret_cast")
    })
}

/// Whether some use may write the memory.
fn is_written(value: Value<'_, '_>) -> bool {
    any_use(value, |user, operand| match ir_name(user) {
        "tpu.vector_store"
        | "tpu.strided_store"
        | "tpu.vector_store_idx"
        | "memref.store"
        | "vector.store" => true,
        // Operands are source, [source semaphore,] target, ...: only the first is read.
        "tpu.enqueue_dma" | "tpu.enqueue_indirect_dma" => operand > 0,
        _ => false,
    })
}

fn ir_name<'c>(op: OperationRef<'c, '_>) -> &'c str {
    super::memory::name_of(op)
}

/// Whether `test` holds for some use of `value` or of a view of it.
fn any_use(value: Value<'_, '_>, test: impl Fn(OperationRef<'_, '_>, usize) -> bool) -> bool {
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        for (user, operand) in ir::uses(value) {
            if test(user, operand) {
                return true;
            }
            if super::fuse::block::is_view(ir_name(user)) {
                work.extend(user.result(0).ok().map(Value::from));
            }
        }
    }
    false
}

/// The operations of `block`, collected so that the block may change meanwhile.
pub fn operations<'c: 'a, 'a>(block: BlockRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    std::iter::successors(block.first_operation(), |op| op.next_in_block()).collect()
}

fn is_return(op: OperationRef<'_, '_>) -> bool {
    op.name().as_string_ref().as_str() == Ok("func.return")
}

fn lookup<'c, 'a>(map: &HashMap<ValueKey, Value<'c, 'a>>, value: Value<'c, 'a>) -> Value<'c, 'a> {
    map.get(&value_key(value)).copied().unwrap_or(value)
}

/// Replaces, in `op` and everything inside it, operands that `map` knows.
pub fn remap<'c: 'a, 'a>(op: OperationRef<'c, 'a>, map: &HashMap<ValueKey, Value<'c, 'a>>) {
    let mut work = vec![op];
    while let Some(op) = work.pop() {
        for index in 0..op.operand_count() {
            if let Ok(old) = op.operand(index)
                && let Some(new) = map.get(&value_key(old))
            {
                ir::set_operand(op, index, *new);
            }
        }
        for region in op.regions() {
            use melior::ir::RegionLike;
            let mut block = region.first_block();
            while let Some(current) = block {
                work.extend(operations(current));
                block = current.next_in_region();
            }
        }
    }
}
