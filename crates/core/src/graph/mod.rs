//! The kernel graph: which operation touches which ref, through which views, under which semaphore.
//!
//! It is an index over a module that lives elsewhere, never a second IR: it is built once per state of
//! the module, answers questions, and is thrown away when the module changes. Rules, the static analysis
//! of synchronisation and fusion all ask it the same questions, so they agree on the answers.
//!
//! Nodes are operations and values, edges say how they are connected ([`Edge`]). Ids are dense integers in
//! source order, so a table keyed by operation is a vector and iteration order is source order. A module
//! that is wrong still has a graph: a missing operand is an edge that is not there, never a panic. All
//! walks are loops, so nesting depth and view depth are bounded by memory only.

mod at;
mod build;
mod dot;
mod edge;
mod id;
mod node;
mod query;
mod types;

pub use build::GraphBuilder;
pub use edge::{Edge, Sync, ViewKind, is_allocation, is_load};
pub use id::{FuncId, OpId, ValueId};
pub use node::{Func, Op, Origin, Role, Value};
pub use query::{Operand, SyncUse, Use, View, Views};
pub use types::{CoreType, Element, Layout, MemorySpace, RefType, Tiling, ValueType, shape_tuple};

use petgraph::graph::{DiGraph, NodeIndex};

/// A node of the underlying petgraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// An operation.
    Op(OpId),
    /// A value.
    Value(ValueId),
}

/// The graph of one module. See the module documentation for what it is and is not.
#[derive(Clone, Debug, Default)]
pub struct KernelGraph {
    graph: DiGraph<Node, Edge>,
    funcs: Vec<Func>,
    ops: Vec<Op>,
    op_nodes: Vec<NodeIndex>,
    values: Vec<Value>,
    value_nodes: Vec<NodeIndex>,
}

impl KernelGraph {
    /// The petgraph below, for its algorithms.
    #[must_use]
    pub const fn petgraph(&self) -> &DiGraph<Node, Edge> {
        &self.graph
    }

    /// All functions with their ids, in source order.
    pub fn funcs(&self) -> impl Iterator<Item = (FuncId, &Func)> {
        self.funcs.iter().enumerate().map(|(index, func)| (FuncId::new(index), func))
    }

    /// All operations with their ids, in source order: an operation comes before those inside it.
    pub fn ops(&self) -> impl Iterator<Item = (OpId, &Op)> {
        self.ops.iter().enumerate().map(|(index, op)| (OpId::new(index), op))
    }

    /// All values with their ids, in source order.
    pub fn values(&self) -> impl Iterator<Item = (ValueId, &Value)> {
        self.values.iter().enumerate().map(|(index, value)| (ValueId::new(index), value))
    }

    /// The function of that id; `None` for an id of another graph.
    #[must_use]
    pub fn func(&self, id: FuncId) -> Option<&Func> {
        self.funcs.get(id.index())
    }

    /// The operation of that id; `None` for an id of another graph.
    #[must_use]
    pub fn op(&self, id: OpId) -> Option<&Op> {
        self.ops.get(id.index())
    }

    /// The value of that id; `None` for an id of another graph.
    #[must_use]
    pub fn value(&self, id: ValueId) -> Option<&Value> {
        self.values.get(id.index())
    }

    /// The name of an operation; empty for an id of another graph.
    #[must_use]
    pub fn op_name(&self, id: OpId) -> &str {
        self.op(id).map_or("", |op| &op.name)
    }

    fn node_of_op(&self, id: OpId) -> Option<NodeIndex> {
        self.op_nodes.get(id.index()).copied()
    }

    fn node_of_value(&self, id: ValueId) -> Option<NodeIndex> {
        self.value_nodes.get(id.index()).copied()
    }
}

#[cfg(test)]
mod tests;
