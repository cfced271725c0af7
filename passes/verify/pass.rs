//! The verifier and the picture of the graph as passes.

use super::emit::{Notes, emit_all};
use super::sync::{Call, Settings};
use super::{Options, verify_index};
use crate::analysis::KernelIndex;
use melior::ir::OperationRef;
use std::io::Write as _;
use tessera_tpu::{PassFailed, PassOptions, PassSpec};

/// `tpu-verify`: reports every fault as an MLIR diagnostic, and fails if one is an error.
pub const VERIFY: PassSpec = PassSpec {
    name: "tpu-verify",
    description: "Check the rules of the tpu dialect and report every fault with its code",
    on_module: true,
    options: &[
        ("notes", "full", "what to say beside each message: full or none"),
        ("sync", "false", "analyse synchronisation too: true or false"),
        (
            "outputs",
            "",
            "how many windows are outputs, counted from the last; those that are written, by default",
        ),
        ("explain-unknown", "false", "say where the analysis of synchronisation cannot tell: true or false"),
    ],
    run: run_verify,
};

fn run_verify(module: OperationRef<'_, '_>, options: &PassOptions<'_>) -> Result<(), PassFailed> {
    let notes = if options.get("notes") == "none" { Notes::None } else { Notes::Full };
    let index = KernelIndex::of(module);
    let explain_unknown = options.get("explain-unknown") == "true";
    let outputs = options.get("outputs").parse().ok();
    let call = outputs.map(|outputs| Call { outputs, aliased: Vec::new() });
    let sync = (options.get("sync") == "true").then_some(Settings { call, explain_unknown });
    let sink = verify_index(&index, &Options { sync, ..Options::default() });
    let failed = sink.has_errors();
    emit_all(module, &index, sink, notes);
    if failed { Err(PassFailed) } else { Ok(()) }
}

/// `tpu-graph`: writes the kernel graph as Graphviz text to standard output.
///
/// Use it with `-o /dev/null`, for the module follows on the same stream:
/// `tessera-opt k.mlir --pass-pipeline='builtin.module(tpu-graph)' -o /dev/null | dot -Tsvg > k.svg`.
pub const GRAPH: PassSpec = PassSpec {
    name: "tpu-graph",
    description: "Write the kernel graph, refs, copies and semaphores, as Graphviz text to standard output",
    on_module: true,
    options: &[],
    run: run_graph,
};

fn run_graph(module: OperationRef<'_, '_>, _options: &PassOptions<'_>) -> Result<(), PassFailed> {
    let text = KernelIndex::of(module).graph().dot();
    // A reader that has gone away is no fault of the module.
    let _closed = std::io::stdout().write_all(text.as_bytes());
    Ok(())
}
