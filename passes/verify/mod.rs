//! The verifier: asks every rule about every operation it applies to, and stops at nothing.
//!
//! Stages, in order:
//! 1. *structure*: what MLIR itself demands of any module. MLIR's verifier does it, outside; functions it
//!    found broken are named in [`Options::broken`] and not asked further.
//! 2. *operations*: the rules of [`crate::rules::RULES`], operation by operation, in source order.
//! 3. *kernels*: rules over whole kernels, on the graph: [`sync`], when [`Options::sync`] asks for it. A
//!    kernel with errors from the stages before is left out, for what it means is not certain.
//!
//! Rules never see MLIR: they ask the [`KernelGraph`](tessera_core::graph::KernelGraph) and a form of the
//! operation that its family defines. How reports silence each other is told in [`cx`].

pub mod cx;
pub mod describe;
pub mod dma;
pub mod emit;
pub mod family;
pub mod index;
pub mod indirect;
pub mod pass;
pub mod semaphore;
pub mod sync;

use crate::analysis::KernelIndex;
use crate::rules::RULES;
use cx::Cx;
use family::Subject;
use melior::ir::OperationRef;
use std::collections::HashSet;
use tessera_core::diag::Sink;
use tessera_core::graph::OpId;

/// How to verify.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Functions that the structure stage found broken, by symbol: their operations are not asked about.
    pub broken: HashSet<String>,
    /// Whether to analyse synchronisation, and what is known about the kernel for that.
    pub sync: Option<sync::Settings>,
}

/// Verifies all functions of `module`.
#[must_use]
pub fn verify<'c: 'a, 'a>(module: OperationRef<'c, 'a>, options: &Options) -> Sink {
    verify_index(&KernelIndex::of(module), options)
}

/// Verifies what `index` was built from. Diagnostics carry the operation's id as their order.
#[must_use]
pub fn verify_index(index: &KernelIndex<'_, '_>, options: &Options) -> Sink {
    let graph = index.graph();
    let mut cx = Cx::new(graph);
    for (id, op) in graph.ops() {
        let func = op.func.and_then(|func| graph.func(func));
        if func.is_some_and(|func| options.broken.contains(&func.name)) {
            continue;
        }
        if let Some(subject) = index.operation(id).and_then(|operation| family::subject(graph, id, operation))
        {
            ask_all(&mut cx, id, &op.name, &subject);
        }
    }
    if let Some(settings) = &options.sync {
        sync::verify(index, &mut cx, settings, &options.broken);
    }
    let mut sink = Sink::new();
    for item in cx.into_found() {
        sink.push(item);
    }
    sink
}

/// Asks the rules for operation `id`, in the order of the table.
fn ask_all(cx: &mut Cx<'_>, id: OpId, name: &str, subject: &Subject) {
    cx.enter(id);
    for rule in RULES.iter().filter(|rule| rule.ops.contains(&name)) {
        rule.ask(subject, cx);
    }
}
