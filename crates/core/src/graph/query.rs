//! Questions to the graph. Answers are in source order.

use super::edge::{Edge, Sync, ViewKind};
use super::id::{FuncId, OpId, ValueId};
use super::types::RefType;
use super::{KernelGraph, Node};
use petgraph::Direction;
use petgraph::graph::NodeIndex;

/// An operand of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Which, in storage order.
    pub index: u32,
    /// Its name in the dialect, or `operand`.
    pub role: &'static str,
    /// The value.
    pub value: ValueId,
}

/// A use of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The using operation.
    pub op: OpId,
    /// Which of its operands.
    pub index: u32,
    /// The name of that operand.
    pub role: &'static str,
}

/// One step from a ref to a view of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// How.
    pub kind: ViewKind,
    /// The ref that is viewed.
    pub source: ValueId,
    /// The view.
    pub result: ValueId,
}

/// A ref with all views that lead to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Views {
    /// The ref below all views: an argument, an allocation, or what an operation such as a select gave.
    pub root: ValueId,
    /// The steps from the root outwards.
    pub steps: Vec<View>,
}

/// An operation that touches a semaphore.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SyncUse {
    /// The operation.
    pub op: OpId,
    /// What it does.
    pub sync: Sync,
}

/// Operations that pass an integer on unchanged.
const INTEGER_CASTS: &[&str] =
    &["arith.extsi", "arith.extui", "arith.index_cast", "arith.index_castui", "tpu.assume_multiple"];

impl KernelGraph {
    /// Operands of `op`, in storage order.
    #[must_use]
    pub fn operands(&self, op: OpId) -> Vec<Operand> {
        let edges = self.edges(self.node_of_op(op), Direction::Incoming);
        let mut operands: Vec<Operand> = edges
            .filter_map(|(edge, node)| {
                let (Edge::Operand { index, role }, Node::Value(value)) = (edge, node) else { return None };
                Some(Operand { index, role, value })
            })
            .collect();
        operands.sort_by_key(|operand| operand.index);
        operands
    }

    /// The operand of `op` with that name; the first one if there are several.
    #[must_use]
    pub fn operand(&self, op: OpId, role: &str) -> Option<ValueId> {
        self.operands(op).iter().find(|operand| operand.role == role).map(|operand| operand.value)
    }

    /// Results of `op`, in order.
    #[must_use]
    pub fn results(&self, op: OpId) -> Vec<ValueId> {
        let edges = self.edges(self.node_of_op(op), Direction::Outgoing);
        let mut results: Vec<(u32, ValueId)> = edges
            .filter_map(|(edge, node)| {
                let (Edge::Result { index }, Node::Value(value)) = (edge, node) else { return None };
                Some((index, value))
            })
            .collect();
        results.sort_unstable();
        results.into_iter().map(|(_, value)| value).collect()
    }

    /// Uses of `value`, in source order.
    #[must_use]
    pub fn users(&self, value: ValueId) -> Vec<Use> {
        let edges = self.edges(self.node_of_value(value), Direction::Outgoing);
        let mut uses: Vec<Use> = edges
            .filter_map(|(edge, node)| {
                let (Edge::Operand { index, role }, Node::Op(op)) = (edge, node) else { return None };
                Some(Use { op, index, role })
            })
            .collect();
        uses.sort_by_key(|item| (item.op, item.index));
        uses
    }

    /// Operations directly inside `op`, in source order.
    #[must_use]
    pub fn children(&self, op: OpId) -> Vec<OpId> {
        let edges = self.edges(self.node_of_op(op), Direction::Outgoing);
        let mut inside: Vec<OpId> = edges
            .filter_map(|(edge, node)| {
                let (Edge::Region { .. }, Node::Op(inner)) = (edge, node) else { return None };
                Some(inner)
            })
            .collect();
        inside.sort_unstable();
        inside
    }

    /// The operations that `op` lies in, innermost first.
    pub fn ancestors(&self, op: OpId) -> impl Iterator<Item = OpId> {
        std::iter::successors(self.op(op).and_then(|op| op.parent), |outer| self.op(*outer)?.parent)
    }

    /// The operation whose result `value` is.
    #[must_use]
    pub fn defining_op(&self, value: ValueId) -> Option<OpId> {
        self.value(value)?.origin.defining_op()
    }

    /// The ref type of `value`, if it is a ref.
    #[must_use]
    pub fn ref_type(&self, value: ValueId) -> Option<&RefType> {
        self.value(value)?.ty.as_ref_type()
    }

    /// The step that made `value`, if it is a view.
    #[must_use]
    pub fn view(&self, value: ValueId) -> Option<View> {
        let mut edges = self.edges(self.node_of_value(value), Direction::Incoming);
        edges.find_map(|(edge, node)| {
            let (Edge::View(kind), Node::Value(source)) = (edge, node) else { return None };
            Some(View { kind, source, result: value })
        })
    }

    /// The root of `value` and all views on the way to it.
    ///
    /// A module whose views form a ring, which only an unverified one can, gets a cut in the ring.
    #[must_use]
    pub fn views(&self, value: ValueId) -> Views {
        let mut root = value;
        let mut steps = Vec::new();
        while let Some(view) = self.view(root) {
            if steps.len() > self.values.len() {
                break;
            }
            root = view.source;
            steps.push(view);
        }
        steps.reverse();
        Views { root, steps }
    }

    /// The ref below all views of `value`; `value` itself when it is no view.
    #[must_use]
    pub fn root(&self, value: ValueId) -> ValueId {
        let mut root = value;
        for _ in 0..=self.values.len() {
            let Some(view) = self.view(root) else { break };
            root = view.source;
        }
        root
    }

    /// `value` with layout erasures taken off: what a DMA sees.
    #[must_use]
    pub fn below_erasure(&self, value: ValueId) -> ValueId {
        match self.view(value) {
            Some(View { kind: ViewKind::EraseLayout, source, .. }) => source,
            Some(_) | None => value,
        }
    }

    /// Operations that touch the semaphores of `root`, in source order.
    #[must_use]
    pub fn syncs(&self, root: ValueId) -> Vec<SyncUse> {
        let edges = self.edges(self.node_of_value(root), Direction::Incoming);
        let mut uses: Vec<SyncUse> = edges
            .filter_map(|(edge, node)| {
                let (Edge::Sync(sync), Node::Op(op)) = (edge, node) else { return None };
                Some(SyncUse { op, sync })
            })
            .collect();
        uses.sort_unstable();
        uses
    }

    /// DMAs that are started on the semaphores of `root`, in source order.
    #[must_use]
    pub fn starts(&self, root: ValueId) -> Vec<OpId> {
        let starts = self.syncs(root).into_iter().filter(|item| item.sync.is_start());
        starts.map(|item| item.op).collect()
    }

    /// Waits for DMAs on the semaphores of `root`, in source order.
    #[must_use]
    pub fn waits(&self, root: ValueId) -> Vec<OpId> {
        let waits = self.syncs(root).into_iter().filter(|item| item.sync == Sync::WaitDma);
        waits.map(|item| item.op).collect()
    }

    /// The semaphores that `op` touches, below all views, with what it does to each.
    #[must_use]
    pub fn semaphores(&self, op: OpId) -> Vec<(Sync, ValueId)> {
        let edges = self.edges(self.node_of_op(op), Direction::Outgoing);
        let mut found: Vec<(Sync, ValueId)> = edges
            .filter_map(|(edge, node)| {
                let (Edge::Sync(sync), Node::Value(root)) = (edge, node) else { return None };
                Some((sync, root))
            })
            .collect();
        found.sort_unstable();
        found
    }

    /// The value of an integer, when it is a constant or a widened one.
    #[must_use]
    pub fn constant(&self, value: ValueId) -> Option<i64> {
        let mut at = value;
        for _ in 0..=self.values.len() {
            if let Some(number) = self.value(at)?.constant {
                return Some(number);
            }
            let op = self.defining_op(at)?;
            if !INTEGER_CASTS.contains(&self.op_name(op)) {
                return None;
            }
            at = self.operands(op).first()?.value;
        }
        None
    }

    /// The kernel: the first function that is one.
    #[must_use]
    pub fn kernel(&self) -> Option<FuncId> {
        self.funcs().find(|(_, func)| func.is_kernel).map(|(id, _)| id)
    }

    fn edges(&self, node: Option<NodeIndex>, direction: Direction) -> impl Iterator<Item = (Edge, Node)> {
        use petgraph::visit::EdgeRef;
        node.into_iter().flat_map(move |node| {
            self.graph.edges_directed(node, direction).filter_map(move |edge| {
                let other = match direction {
                    Direction::Incoming => edge.source(),
                    Direction::Outgoing => edge.target(),
                };
                Some((*edge.weight(), *self.graph.node_weight(other)?))
            })
        })
    }
}
