//! Walks one block of the old function and rebuilds it.

use super::Fuser;
use crate::lower::build::Builder;
use crate::lower::fault::Stop;
use crate::lower::grid::operations;
use crate::lower::guard::is_trap;
use crate::lower::memory::name_of;
use melior::ir::{BlockRef, OperationRef, RegionLike, Value, ValueLike, operation::OperationLike};
use tessera_tpu::ir::{self, value_key};

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// Rebuilds `old`, with its terminator, at the end of the builder's block.
    pub fn block(&mut self, b: &Builder<'c, 'a>, old: BlockRef<'c, 'a>) -> Result<(), Stop> {
        self.body(b, old)?;
        if let Some(end) = operations(old).last().copied() {
            self.copy(&b.at(end.location()), end)?;
        }
        Ok(())
    }

    /// Rebuilds everything in `old` but its terminator.
    pub fn body(&mut self, b: &Builder<'c, 'a>, old: BlockRef<'c, 'a>) -> Result<(), Stop> {
        let mut ops = operations(old);
        ops.pop();
        for op in ops {
            self.operation(&b.at(op.location()), op)?;
        }
        Ok(())
    }

    fn operation(&mut self, b: &Builder<'c, 'a>, op: OperationRef<'c, 'a>) -> Result<(), Stop> {
        let name = name_of(op);
        if op.region_count() > 0 {
            return match name {
                "scf.for" => self.scf_for(b, op),
                "scf.if" => self.scf_if(b, op),
                "scf.while" => self.scf_while(b, op),
                _ => Err(Stop::unsupported(op, "an operation with a region")),
            };
        }
        if self.device_operation(b, op)? {
            return Ok(());
        }
        if touches_vectors(op) {
            self.vector_operation(b, op, name)?;
            return self.bound_depth(b, op);
        }
        if name != "memref.store" && self.special_scalar(b, op, name)? {
            return Ok(());
        }
        if changes_memory(name) && !is_trap(op) {
            let root = match name {
                "memref.store" => op.operand(1).ok().map(|memref| self.root_of_old(memref)),
                _ => None,
            };
            self.settle_loads(b, op, root.transpose()?)?;
        }
        if name == "memref.store" && self.special_scalar(b, op, name)? {
            return Ok(());
        }
        self.copy(b, op)?;
        Ok(())
    }

    /// Copies an operation without block values.
    pub fn copy(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
    ) -> Result<OperationRef<'c, 'a>, Stop> {
        self.copy_with(b, op, None)
    }

    /// Copies an operation, with another first operand if one is given.
    pub fn copy_with(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        first: Option<Value<'c, 'a>>,
    ) -> Result<OperationRef<'c, 'a>, Stop> {
        let mut operands = Vec::with_capacity(op.operand_count());
        for (index, operand) in op.operands().enumerate() {
            operands.push(match first {
                Some(first) if index == 0 => first,
                _ => self.scalar(operand)?,
            });
        }
        let copy = ir::clone_op(op);
        let copy = b.insert(copy);
        for (index, operand) in operands.iter().enumerate() {
            ir::set_operand(copy, index, *operand);
        }
        for (index, old) in op.results().enumerate() {
            let new: Value<'c, 'a> = copy.result(index).map_err(Stop::melior)?.into();
            self.scalars.insert(value_key(old.into()), new);
        }
        Ok(copy)
    }

    /// The new value for an old scalar or ref.
    pub fn scalar(&self, old: Value<'c, 'a>) -> Result<Value<'c, 'a>, Stop> {
        self.scalars.get(&value_key(old)).copied().ok_or_else(|| {
            Stop::broken(format!("a value of type {} was used before it was rebuilt", old.r#type()))
        })
    }

    /// The old ref that `old` is a view of, as a key.
    pub fn root_of_old(&self, old: Value<'c, 'a>) -> Result<ir::ValueKey, Stop> {
        let mut value = old;
        while let Some(op) = ir::defining_op(value) {
            if !is_view(name_of(op)) {
                break;
            }
            value = op.operand(0).map_err(Stop::melior)?;
        }
        Ok(value_key(value))
    }
}

/// Whether the op has a block value among operands or results.
fn touches_vectors(op: OperationRef<'_, '_>) -> bool {
    op.operands().any(|value| ir::is_vector(value.r#type()))
        || op.results().any(|value| ir::is_vector(value.r#type()))
}

/// Whether the result of an operation is another view of the memory of its first operand.
#[must_use]
pub fn is_view(name: &str) -> bool {
    matches!(
        name,
        "tpu.memref_slice"
            | "tpu.memref_squeeze"
            | "tpu.memref_reshape"
            | "tpu.memref_bitcast"
            | "tpu.reinterpret_cast"
            | "tpu.erase_memref_layout"
            | "tpu.assume_layout"
            | "memref.cast"
    )
}

/// The change of element width that a ref has gone through: its `tpu.memref_bitcast`.
#[must_use]
pub fn recast_of<'c, 'a>(memref: Value<'c, 'a>) -> Option<OperationRef<'c, 'a>> {
    let bits = |value: Value<'_, '_>| ir::element_of(value.r#type()).and_then(ir::element_bits);
    let mut value = memref;
    while let Some(op) = ir::defining_op(value).filter(|op| is_view(name_of(*op))) {
        let source = op.operand(0).ok()?;
        if name_of(op) == "tpu.memref_bitcast" && bits(source) != bits(value) {
            return Some(op);
        }
        value = source;
    }
    None
}

/// Whether an operation without block values may change memory that block values read.
fn changes_memory(name: &str) -> bool {
    !(name.starts_with("arith.")
        || name.starts_with("math.")
        || is_view(name)
        || matches!(
            name,
            "memref.load"
                | "memref.dim"
                | "llvm.getelementptr"
                | "llvm.load"
                | "llvm.store"
                | "llvm.mlir.zero"
                | "llvm.alloca"
                | "builtin.unrealized_conversion_cast"
                | "tpu.assume_multiple"
                | "ub.poison"
        ))
}

/// Whether anything inside the regions of `op` changes memory.
#[must_use]
pub fn region_changes_memory(op: OperationRef<'_, '_>) -> bool {
    crate::lower::memory::walk(op).into_iter().any(|inner| {
        let name = name_of(inner);
        match name {
            "scf.for" | "scf.if" | "scf.while" | "scf.yield" | "scf.condition" => false,
            "vector.load" | "tpu.vector_load" | "tpu.strided_load" => false,
            _ if name.starts_with("vector.") => name == "vector.store",
            _ if name.starts_with("tpu.") => {
                matches!(
                    name,
                    "tpu.vector_store"
                        | "tpu.strided_store"
                        | "tpu.vector_store_idx"
                        | "tpu.enqueue_indirect_dma"
                ) || (!touches_vectors(inner) && changes_memory(name))
            }
            _ => changes_memory(name) && !is_trap(inner),
        }
    })
}

/// The blocks of region `index` of `op`.
pub fn region_block<'c, 'a>(op: OperationRef<'c, 'a>, index: usize) -> Option<BlockRef<'c, 'a>> {
    op.region(index).ok().and_then(|region| region.first_block())
}
