//! Synchronisation over whole kernels: copies, semaphores, windows. One rule a file, named after the fault.
//!
//! The analysis in [`engine`] finds, the rules put into words. `docs/synchronisation.md` tells the method.

pub mod ambiguous_wait;
pub mod block_revisited;
pub mod block_shared;
pub mod cannot_tell;
pub mod copy_never_awaited;
pub mod depends_on_branch;
pub mod engine;
pub mod output_never_written;
pub mod read_in_flight;
pub mod semaphore_not_restored;
pub mod uninitialised_read;
pub mod wait_never_satisfied;
pub mod wait_size_differs;
pub mod wait_without_start;
pub mod write_in_flight;

use super::cx::Cx;
use super::family::Subject;
use crate::analysis::KernelIndex;
use crate::rules::{RULES, Stage};
use engine::{Finding, Kind, When, WindowFault};
use std::collections::HashSet;
use tessera_core::graph::{Op, OpId, ValueId};

/// What is known about a kernel beside its module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// How many of its windows, counted from the last, are outputs.
    pub outputs: usize,
    /// The outputs that share memory with an operand.
    pub aliased: Vec<usize>,
}

impl Call {
    /// Whether window `number` of `windows` is an output that shares memory with an operand.
    #[must_use]
    pub fn is_aliased(&self, number: usize, windows: usize) -> bool {
        let first = windows.saturating_sub(self.outputs);
        number.checked_sub(first).is_some_and(|output| self.aliased.contains(&output))
    }
}

/// How to analyse synchronisation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The call around the kernel; without it, windows that are written count as outputs.
    pub call: Option<Call>,
    /// Whether to say where the analysis could not tell.
    pub explain_unknown: bool,
}

/// One thing that the analysis found.
#[derive(Clone, Debug)]
pub enum Found {
    /// About copies, semaphores and memory.
    Finding(Finding),
    /// About a window.
    Window(WindowFault),
    /// The analysis gave up here.
    Unknown(OpId),
}

impl Found {
    /// Where it is reported.
    #[must_use]
    pub const fn op(&self) -> OpId {
        match self {
            Self::Finding(finding) => finding.op,
            Self::Window(fault) => fault.op,
            Self::Unknown(op) => *op,
        }
    }

    /// A finding that does not depend on a branch.
    #[must_use]
    pub fn always(&self) -> Option<&Finding> {
        match self {
            Self::Finding(finding) if finding.when == When::Always => Some(finding),
            Self::Finding(_) | Self::Window(_) | Self::Unknown(_) => None,
        }
    }
}

/// Analyses every kernel that has no error yet, and asks the rules about what is found.
pub fn verify(index: &KernelIndex<'_, '_>, cx: &mut Cx<'_>, settings: &Settings, broken: &HashSet<String>) {
    let graph = index.graph();
    for (id, func) in graph.funcs() {
        if !func.is_kernel || broken.contains(&func.name) || cx.has_error_in(&func.name) {
            continue;
        }
        let analysis = engine::analyse(index, id, settings.call.as_ref());
        let unknown = analysis.unknown.filter(|_| settings.explain_unknown);
        let all = analysis.findings.into_iter().map(Found::Finding);
        let all =
            all.chain(analysis.windows.into_iter().map(Found::Window)).chain(unknown.map(Found::Unknown));
        for found in all {
            cx.enter(found.op());
            let subject = Subject::Sync(found);
            for rule in RULES.iter().filter(|rule| rule.stage() == Stage::Kernel) {
                rule.ask(&subject, cx);
            }
        }
    }
}

/// What a start copies, as `x_hbm to buf.at[0]`.
fn copy_phrase(cx: &Cx<'_>, start: OpId) -> String {
    let graph = cx.graph();
    match (graph.operand(start, "source"), graph.operand(start, "target")) {
        (Some(source), Some(target)) => format!("{} to {}", cx.name(source), cx.name(target)),
        _ => "memory".into(),
    }
}

/// The semaphore that an operation waits on, as it names it.
fn awaited(cx: &Cx<'_>, wait: OpId) -> Option<ValueId> {
    let graph = cx.graph();
    ["semaphore", "target_semaphore", "source_semaphore"]
        .into_iter()
        .find_map(|role| graph.operand(wait, role))
}

/// What an access does to a ref: `a DMA that reads`, `a load from`.
fn access_phrase(cx: &Cx<'_>, op: OpId, write: bool) -> &'static str {
    let name = cx.graph().op(op).map_or("", |op: &Op| op.name.as_str());
    match (name.contains("dma"), write) {
        (true, true) => "a copy into",
        (true, false) => "a copy from",
        (false, true) => "a store into",
        (false, false) => "a load from",
    }
}

/// A finding as one clause, for messages that put a condition before it.
fn clause(cx: &Cx<'_>, finding: &Finding) -> String {
    let name = cx.name(finding.value);
    match finding.kind {
        Kind::NeverAwaited => format!("no wait covers the copy of {}", copy_phrase(cx, finding.op)),
        Kind::WaitWithoutStart => format!("this wait on {name} has no copy to wait for"),
        Kind::WaitSize { need, have } => format!("this waits for {need} bytes on {name}, but {have} arrive"),
        Kind::AmbiguousWait { .. } => format!("{name} is used before all copies on its semaphore are done"),
        Kind::ReadInFlight => format!("{name} is read while a copy writes it"),
        Kind::WriteInFlight { source: true } => format!("{name} is written while a copy reads it"),
        Kind::WriteInFlight { source: false } => format!("{name} is written while a copy writes it"),
        Kind::NotRestored { left } => format!("{name} ends {left} above its start"),
        Kind::NeverSatisfied { need, have } => format!("this waits for {need} on {name}, which gets {have}"),
        Kind::Uninitialised => format!("{name} is read before anything is written to it"),
    }
}

/// Indices as Python writes a tuple.
fn tuple(indices: &[i64]) -> String {
    let texts: Vec<String> = indices.iter().map(ToString::to_string).collect();
    let comma = if texts.len() == 1 { "," } else { "" };
    format!("({}{comma})", texts.join(", "))
}
