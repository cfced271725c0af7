//! Building the graph: functions, operations and values first, operands when all of them are known.

use super::edge::{Edge, Sync, ViewKind};
use super::id::{FuncId, OpId, ValueId};
use super::node::{Func, Op, Value};
use super::{KernelGraph, Node};
use std::collections::HashSet;

/// Collects nodes and operands; [`GraphBuilder::finish`] derives views and semaphore edges.
///
/// Operations must come in source order, an operation before those inside it. Operands may come in any
/// order, so uses before definitions, which only an unverified module has, need no care.
#[derive(Debug, Default)]
pub struct GraphBuilder {
    graph: KernelGraph,
    operands: Vec<(OpId, &'static str, ValueId)>,
    unsynced: HashSet<(OpId, &'static str)>,
}

impl GraphBuilder {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a function. Its arguments are added as values and listed with [`Self::argument`].
    pub fn func(&mut self, func: Func) -> FuncId {
        let id = FuncId::new(self.graph.funcs.len());
        self.graph.funcs.push(func);
        id
    }

    /// Adds an operation, inside its parent if it has one.
    pub fn op(&mut self, op: Op) -> OpId {
        let id = OpId::new(self.graph.ops.len());
        let node = self.graph.graph.add_node(Node::Op(id));
        if let Some(parent) = op.parent.and_then(|parent| self.graph.node_of_op(parent)) {
            self.graph.graph.add_edge(parent, node, Edge::Region { index: op.region });
        }
        self.graph.ops.push(op);
        self.graph.op_nodes.push(node);
        id
    }

    /// Says that `op` lies in (or is) function `func`.
    pub fn place(&mut self, op: OpId, func: FuncId) {
        if let Some(op) = self.graph.ops.get_mut(op.index()) {
            op.func = Some(func);
        }
    }

    /// Adds a value that is not the result of an operation.
    pub fn value(&mut self, value: Value) -> ValueId {
        let id = ValueId::new(self.graph.values.len());
        let node = self.graph.graph.add_node(Node::Value(id));
        self.graph.values.push(value);
        self.graph.value_nodes.push(node);
        id
    }

    /// Adds an argument of a function.
    pub fn argument(&mut self, func: FuncId, value: Value) -> ValueId {
        let id = self.value(value);
        if let Some(func) = self.graph.funcs.get_mut(func.index()) {
            func.arguments.push(id);
        }
        id
    }

    /// Adds result `index` of `op`.
    pub fn result(&mut self, op: OpId, index: u32, value: Value) -> ValueId {
        let id = self.value(value);
        if let (Some(from), Some(to)) = (self.graph.node_of_op(op), self.graph.node_of_value(id)) {
            self.graph.graph.add_edge(from, to, Edge::Result { index });
        }
        id
    }

    /// Adds operand `index` of `op` under its name in the dialect.
    pub fn operand(&mut self, op: OpId, index: u32, role: &'static str, value: ValueId) {
        if let (Some(from), Some(to)) = (self.graph.node_of_value(value), self.graph.node_of_op(op)) {
            self.graph.graph.add_edge(from, to, Edge::Operand { index, role });
            self.operands.push((op, role, value));
        }
    }

    /// Says that `op` does not touch the semaphore it names as `role`: the end that a `tpu.wait_dma` does
    /// not wait on.
    pub fn untouched(&mut self, op: OpId, role: &'static str) {
        self.unsynced.insert((op, role));
    }

    /// The graph, with views and semaphore edges.
    #[must_use]
    pub fn finish(self) -> KernelGraph {
        let Self { mut graph, operands, unsynced } = self;
        let mut views = Vec::new();
        for (index, op) in graph.ops.iter().enumerate() {
            let id = OpId::new(index);
            let Some(kind) = ViewKind::of(&op.name) else { continue };
            let source = graph.operands(id).first().map(|operand| operand.value);
            let result = graph.results(id).first().copied();
            if let (Some(source), Some(result)) = (source, result) {
                views.push((source, result, kind));
            }
        }
        for (source, result, kind) in views {
            let ends = (graph.node_of_value(source), graph.node_of_value(result));
            if let (Some(from), Some(to)) = ends {
                graph.graph.add_edge(from, to, Edge::View(kind));
            }
        }
        for (op, role, value) in operands {
            let Some(sync) = Sync::of(graph.op_name(op), role) else { continue };
            if unsynced.contains(&(op, role)) {
                continue;
            }
            let root = graph.root(value);
            if let (Some(from), Some(to)) = (graph.node_of_op(op), graph.node_of_value(root)) {
                graph.graph.add_edge(from, to, Edge::Sync(sync));
            }
        }
        graph
    }
}
