//! Facts about modules, derived and never stored: the kernel graph with its way back into MLIR.

mod build;
mod decode;
mod roles;

pub use decode::{argument_name, element, loc_of, value_type};

#[cfg(test)]
mod tests;

use melior::ir::{OperationRef, Value};
use std::collections::HashMap;
use tessera_core::graph::{KernelGraph, OpId, ValueId};
use tessera_tpu::ir::{ValueKey, value_key};

/// The kernel graph of a module, with a side table from its ids to the operations they stand for.
///
/// Built from one state of the module and thrown away when that changes.
#[derive(Debug)]
pub struct KernelIndex<'c, 'a> {
    graph: KernelGraph,
    operations: Vec<OperationRef<'c, 'a>>,
    values: HashMap<ValueKey, ValueId>,
}

impl<'c: 'a, 'a> KernelIndex<'c, 'a> {
    /// Builds the index of everything inside `module`.
    #[must_use]
    pub fn of(module: OperationRef<'c, 'a>) -> Self {
        build::index(module)
    }
}

impl<'c, 'a> KernelIndex<'c, 'a> {
    /// The graph.
    #[must_use]
    pub const fn graph(&self) -> &KernelGraph {
        &self.graph
    }

    /// The operation that `id` stands for.
    #[must_use]
    pub fn operation(&self, id: OpId) -> Option<OperationRef<'c, 'a>> {
        self.operations.get(id.index()).copied()
    }

    /// The id of a value.
    #[must_use]
    pub fn value(&self, value: Value<'_, '_>) -> Option<ValueId> {
        self.values.get(&value_key(value)).copied()
    }
}
