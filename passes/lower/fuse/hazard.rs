//! Lazy values and memory: a value that reads a ref must be computed before the ref changes.

use super::Fuser;
use super::index::Coord;
use super::node::{Input, Kind, NodeId};
use crate::lower::build::Builder;
use crate::lower::fault::Stop;
use melior::ir::{OperationRef, Value};
use std::collections::{HashMap, HashSet};
use tessera_tpu::ir::{ValueKey, op_key, value_key};

/// Where a store is about to write.
pub struct Write<'w, 'c, 'a> {
    /// The ref as it is named here.
    pub memref: Value<'c, 'a>,
    /// What it is a view of.
    pub root: ValueKey,
    /// First element written, per dimension.
    pub start: &'w [Coord<'c, 'a>],
    /// Distance of neighbouring elements, per dimension.
    pub strides: &'w [i64],
}

impl<'c: 'a, 'a> Fuser<'c, 'a> {
    /// Computes, before `op` changes memory, every live lazy value that reads it: all of memory,
    /// or only what is a view of `root`.
    pub fn settle_loads(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        root: Option<ValueKey>,
    ) -> Result<(), Stop> {
        let now = self.order.get(&op_key(op)).copied().unwrap_or(0);
        let mut pending = std::mem::take(&mut self.pending);
        pending.retain(|id| {
            let node = self.node(*id);
            node.reads_memory && node.last_use > now && !node.is_ready()
        });
        // Values that other pending values are made of come first, so nothing is computed twice.
        let mut seen = HashMap::new();
        let affected: Vec<NodeId> =
            pending.iter().copied().filter(|id| self.reads(*id, root, &mut seen)).collect();
        self.pending = pending;
        for id in affected {
            if !self.node(id).is_ready() {
                self.materialise(b, id)?;
            }
        }
        Ok(())
    }

    /// Computes what the regions of `op` would otherwise compute over and over, or read too late.
    pub fn settle_for_region(
        &mut self,
        b: &Builder<'c, 'a>,
        op: OperationRef<'c, 'a>,
        repeats: bool,
    ) -> Result<(), Stop> {
        let writes = super::block::region_changes_memory(op);
        let mut used = Vec::new();
        for inner in crate::lower::memory::walk(op) {
            use melior::ir::operation::OperationLike;
            for operand in inner.operands() {
                if let Some(id) = self.vectors.get(&value_key(operand)) {
                    used.push(*id);
                }
            }
        }
        used.sort_unstable();
        used.dedup();
        for id in used {
            let node = self.node(id);
            let too_late = writes && node.reads_memory;
            let again = repeats && node.cost > 1;
            if !node.is_ready() && (too_late || again) {
                self.materialise(b, id)?;
            }
        }
        if writes {
            self.settle_loads(b, op, None)?;
        }
        Ok(())
    }

    /// Whether computing `id` reads memory that belongs to `root` (`None`: any memory).
    pub fn reads(&self, id: NodeId, root: Option<ValueKey>, seen: &mut HashMap<NodeId, bool>) -> bool {
        if let Some(known) = seen.get(&id) {
            return *known;
        }
        let node = self.node(id);
        let result = node.reads_memory
            && match &node.kind {
                Kind::Load(load) => root.is_none_or(|root| root == load.root),
                Kind::Map(_, inputs) => inputs.iter().any(|input| match input {
                    Input::Node(source) => self.reads(*source, root, seen),
                    Input::Scalar(_) => false,
                }),
                Kind::Broadcast(source)
                | Kind::Reshape(source, _)
                | Kind::Slice(source, _)
                | Kind::Transpose(source, _)
                | Kind::Rotate(source, ..)
                | Kind::Repeat(source, _) => self.reads(*source, root, seen),
                Kind::Splat(_) | Kind::Iota(_) | Kind::Buffer(_) | Kind::Dead => false,
            };
        seen.insert(id, result);
        result
    }

    /// Whether writing `id` to `write` while computing it is safe: everything it reads of the
    /// same memory is the very element about to be written.
    pub fn reads_only_what_it_writes(&self, id: NodeId, write: &Write<'_, 'c, 'a>) -> bool {
        self.is_in_place(id, write, &mut HashSet::new())
    }

    /// `seen` holds what was found in order already: values are shared, and a walk that forgot
    /// this would take a path for every way through the graph.
    fn is_in_place(&self, id: NodeId, write: &Write<'_, 'c, 'a>, seen: &mut HashSet<NodeId>) -> bool {
        let node = self.node(id);
        if !node.reads_memory || !seen.insert(id) {
            return true;
        }
        match &node.kind {
            Kind::Load(load) => {
                let key =
                    |coords: &[Coord<'c, 'a>]| -> Vec<_> { coords.iter().map(|coord| coord.key()).collect() };
                load.root != write.root
                    || (value_key(load.memref) == value_key(write.memref)
                        && key(&load.start) == key(write.start)
                        && load.strides == write.strides)
            }
            Kind::Map(_, inputs) => inputs.iter().all(|input| match input {
                Input::Node(source) => self.is_in_place(*source, write, seen),
                Input::Scalar(_) => true,
            }),
            // Unit dimensions do not move elements: below one, a load reads what is written
            // exactly when it starts at the same element of the same ref.
            Kind::Reshape(source, _) => self.is_in_place(*source, write, seen),
            Kind::Broadcast(_)
            | Kind::Slice(..)
            | Kind::Transpose(..)
            | Kind::Rotate(..)
            | Kind::Repeat(..) => !self.reads(id, Some(write.root), &mut HashMap::new()),
            Kind::Splat(_) | Kind::Iota(_) | Kind::Buffer(_) | Kind::Dead => true,
        }
    }
}
