//! The verifier: asks every rule about every operation it applies to, and stops at nothing.
//!
//! Stages, in order:
//! 1. *structure*: what MLIR itself demands of any module. MLIR's verifier does it, outside; functions it
//!    found broken are named in [`Options::broken`] and not asked further.
//! 2. *operations*: the rules of [`crate::rules::RULES`], operation by operation, in source order.
//! 3. *kernels*: rules over whole kernels, on the graph and the kernel's attributes; then [`sync`], when
//!    [`Options::sync`] asks for it. A kernel with errors from the stages before is left out of that, for what it
//!    means is not certain.
//!
//! Rules never see MLIR: they ask the [`KernelGraph`](tessera_core::graph::KernelGraph) and a form of the
//! operation that its family defines. How reports silence each other is told in [`cx`].

pub mod agree;
pub mod agreement;
pub mod core;
pub mod cx;
pub mod describe;
pub mod dma;
pub mod elementwise;
pub mod emit;
pub mod family;
pub mod form;
pub mod grid;
pub mod index;
pub mod indirect;
pub mod kernel;
pub mod kinds;
pub mod log;
pub mod matmul;
pub mod memory;
pub mod operand;
pub mod pack;
pub mod pass;
pub mod reduce;
pub mod region;
pub mod semaphore;
pub mod sync;
pub mod vector;
pub mod view;

use crate::analysis::KernelIndex;
use crate::rules::{RULES, Stage, rules_of};
use cx::Cx;
use family::Subject;
use kernel::{CallForm, KernelForm};
use melior::ir::OperationRef;
use std::collections::HashSet;
use tessera_core::diag::Sink;

/// How to verify.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Functions that the structure stage found broken, by symbol: their operations are not asked about.
    pub broken: HashSet<String>,
    /// The version that a serialized module says it is of; a few rules were relaxed with newer ones.
    pub version: Option<u32>,
    /// The custom call around the module, when there is one.
    pub call: Option<CallForm>,
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
    let mut cx = Cx::new(graph)
        .with_version(options.version)
        .with_bounds(!options.call.as_ref().is_some_and(|call| call.unbounded));
    for (id, op) in graph.ops() {
        let func = op.func.and_then(|func| graph.func(func));
        if func.is_some_and(|func| options.broken.contains(&func.name)) {
            continue;
        }
        let Some((name, rules)) = rules_of(&op.name) else { continue };
        if let Some(operation) = index.operation(id) {
            let subject = family::subject(graph, id, name, operation);
            cx.enter(id);
            for rule in rules {
                rule.ask(&subject, &mut cx);
            }
        }
    }
    for (id, func) in graph.funcs() {
        if options.broken.contains(&func.name) {
            continue;
        }
        let Some(form) = KernelForm::of(index, id, options.call.as_ref()) else { continue };
        let subject = Subject::Kernel(Box::new(form));
        cx.enter(func.op);
        for rule in RULES.iter().filter(|rule| rule.stage() == Stage::Kernel) {
            rule.ask(&subject, &mut cx);
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
