//! Output windows over the grid: blocks that are left and visited again, shared by parallel steps, or never
//! written.

use super::exec::Exec;
use super::grid::{Kernel, point};
use super::number::Number;
use super::roots::Roots;
use crate::signature::Indexing;
use crate::verify::sync::Call;
use std::collections::{BTreeMap, HashSet};
use tessera_core::graph::{KernelGraph, OpId, ValueId};

/// What is wrong with a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WindowKind {
    /// A block is left and visited again.
    Revisited {
        /// Its index.
        block: Vec<i64>,
        /// The step that wrote it first.
        first: Vec<i64>,
        /// The step that comes back.
        again: Vec<i64>,
    },
    /// Steps that may run at once write one block.
    Shared {
        /// Its index.
        block: Vec<i64>,
        /// A step.
        first: Vec<i64>,
        /// Another, different in a parallel dimension.
        second: Vec<i64>,
        /// That dimension.
        dimension: usize,
    },
    /// Nothing in the kernel writes it.
    NeverWritten,
}

/// A fault of one output window.
#[derive(Clone, Debug)]
pub struct WindowFault {
    /// What.
    pub kind: WindowKind,
    /// The window.
    pub window: ValueId,
    /// The kernel.
    pub op: OpId,
}

/// Grid points that are looked at.
const POINTS: usize = 1024;
/// Pairs of parallel steps of one block that are looked at more closely.
const CANDIDATES: usize = 8;
/// Dimension semantics that allow several steps at once.
const PARALLEL: i64 = 0;

/// Memories that anything writes, below all views.
#[must_use]
pub fn written(graph: &KernelGraph) -> HashSet<ValueId> {
    let mut found = HashSet::new();
    for (id, op) in graph.ops() {
        let name = op.name.as_str();
        let writes = name.contains("store") || name == "tpu.fetch_and_add_sync";
        let starts = name == "tpu.enqueue_dma" || name == "tpu.enqueue_indirect_dma";
        if !writes && !starts {
            continue;
        }
        for operand in graph.operands(id) {
            if graph.ref_type(operand.value).is_some() && (writes || operand.role == "target") {
                found.insert(graph.root(operand.value));
            }
        }
    }
    found
}

/// Memories that go somewhere they cannot be followed to.
fn escaped(graph: &KernelGraph) -> bool {
    let carries = |name: &str| {
        matches!(
            name,
            "func.call"
                | "arith.select"
                | "scf.yield"
                | "scf.for"
                | "scf.while"
                | "scf.if"
                | "tpu.yield"
                | "scf.condition"
        )
    };
    graph.ops().any(|(id, op)| {
        carries(&op.name) && graph.operands(id).iter().any(|operand| graph.ref_type(operand.value).is_some())
    })
}

/// Checks the output windows of `kernel`.
pub fn check(kernel: &mut Kernel<'_>, call: Option<&Call>) -> Vec<WindowFault> {
    let mut faults = Vec::new();
    let op = kernel.graph.func(kernel.func).map_or(OpId::new(0), |func| func.op);
    let grid = kernel.signature.grid.clone();
    let aliased = |number: usize| call.is_some_and(|call| call.is_aliased(number, kernel.windows.len()));
    let outputs: Vec<(usize, ValueId)> = kernel
        .outputs
        .iter()
        .filter(|number| !aliased(**number))
        .filter_map(|number| Some((*number, *kernel.windows.get(*number)?)))
        .collect();
    let several = kernel.graph.funcs().filter(|(_, func)| func.is_kernel).count() > 1;
    // A kernel that does nothing at all is a placeholder.
    let works = !kernel.body.holds.nothing();
    if call.is_some() && works && !several && !escaped(kernel.graph) {
        let written = written(kernel.graph);
        for (_, window) in &outputs {
            let is_data = kernel.graph.ref_type(*window).is_some_and(|ty| !ty.element.is_semaphore());
            if is_data && !written.contains(window) {
                faults.push(WindowFault { kind: WindowKind::NeverWritten, window: *window, op });
            }
        }
    }
    if grid.is_empty() || grid.iter().any(|size| *size < 0) {
        return faults;
    }
    let mut exec = Exec::new(kernel.graph, Roots::default());
    for (number, window) in outputs {
        let window_of = kernel.signature.windows.get(number);
        let moving =
            window_of.is_some_and(|window| !matches!(window.indexing, Indexing::Whole) && !window.revisits);
        if !moving {
            continue;
        }
        let kinds = walk(kernel, &mut exec, number, &grid);
        if let Some(kind) = kinds.into_iter().find(|kind| kernel.is_wrong(kind, window)) {
            faults.push(WindowFault { kind, window, op });
        }
    }
    faults
}

/// Follows one window over the grid: what may be wrong with it, the worst first.
fn walk(kernel: &mut Kernel<'_>, exec: &mut Exec<'_>, number: usize, grid: &[i64]) -> Vec<WindowKind> {
    let parallel: Vec<usize> =
        (0..grid.len()).filter(|dim| kernel.signature.semantics.get(*dim) == Some(&PARALLEL)).collect();
    let total = grid.iter().try_fold(1i64, |total, size| total.checked_mul(*size)).unwrap_or(i64::MAX);
    let count = usize::try_from(total).unwrap_or(usize::MAX).min(POINTS);
    let mut firsts: BTreeMap<Vec<i64>, Vec<i64>> = BTreeMap::new();
    let mut last: Option<Vec<i64>> = None;
    let mut revisited = None;
    let mut kinds = Vec::new();
    let mut before: Vec<i64> = Vec::new();
    for step in (0..count).map(|number| point(number, grid)) {
        let Some(block) = block_of(kernel, exec, number, &step) else { break };
        if let Some(first) = firsts.get(&block).cloned() {
            let differs = |from: &[i64]| parallel.iter().find(|dim| from.get(**dim) != step.get(**dim));
            if let Some(dimension) = differs(&first) {
                // Of the steps that one core does in a row, the first one tells.
                if differs(&before).is_some() && kinds.len() < CANDIDATES {
                    let (block, second) = (block.clone(), step.clone());
                    kinds.push(WindowKind::Shared { block, first, second, dimension: *dimension });
                }
            } else if last.as_ref() != Some(&block) && revisited.is_none() {
                revisited = Some(WindowKind::Revisited { block: block.clone(), first, again: step.clone() });
            }
        } else {
            firsts.insert(block.clone(), step.clone());
        }
        last = Some(block);
        before = step;
    }
    // A block that parallel steps share comes back as a matter of course.
    if kinds.is_empty() {
        kinds.extend(revisited);
    }
    kinds
}

fn block_of(kernel: &mut Kernel<'_>, exec: &mut Exec<'_>, number: usize, step: &[i64]) -> Option<Vec<i64>> {
    let numbers = kernel.block_index(exec, number, step)?;
    let known = |number: &Number| if let Number::Known(value) = number { Some(*value) } else { None };
    numbers.iter().map(known).collect()
}
