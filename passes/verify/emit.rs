//! From the sink to MLIR's diagnostics, for those who run the verifier as a pass.

use super::{Options, verify_index};
use crate::analysis::KernelIndex;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef};
use tessera_core::diag::{Level, Sink};
use tessera_core::graph::OpId;
use tessera_core::loc::Loc;
use tessera_tpu::emit::{Severity, emit};
use tessera_tpu::ir::{context_of, op_key};

/// What to say beside the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// Where the operands come from, and what to write instead.
    Full,
    /// Nothing, so that tests need not spell out notes.
    None,
}

/// Sends all of `sink` to the diagnostic handlers of the context, in source order, each at the location of
/// its operation as `T0301: message`. `module` stands in for what has no operation.
pub fn emit_all(module: OperationRef<'_, '_>, index: &KernelIndex<'_, '_>, sink: Sink, notes: Notes) {
    for item in sink.into_sorted() {
        let operation = usize::try_from(item.order).ok().and_then(|order| index.operation(OpId::new(order)));
        let at = operation.unwrap_or(module).location();
        let code = item.code();
        let severity = match code.level {
            Level::Error | Level::Unsupported | Level::Bug => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Note => Severity::Remark,
        };
        let mut beside = Vec::new();
        if notes == Notes::Full {
            for label in &item.labels {
                beside.push((place(module, &label.loc).unwrap_or(at), label.text.clone()));
            }
            beside.extend(item.fault.hint().map(|hint| (at, format!("hint: {hint}"))));
        }
        emit(at, severity, &format!("{code}: {}", item.fault), &beside);
    }
}

/// Asks the rules about the module around `function`, and emits what they find. Of several kernels in a module, the
/// first one's turn is for all.
pub fn emit_for(function: OperationRef<'_, '_>) {
    let Some(module) = function.parent_operation() else { return };
    let first = crate::signature::functions(module).find(|func| func.has_attribute("tpu.core_type"));
    if first.is_some_and(|first| op_key(first) == op_key(function)) {
        let index = KernelIndex::of(module);
        let sink = verify_index(&index, &Options::default());
        emit_all(module, &index, sink, Notes::Full);
    }
}

fn place<'c>(module: OperationRef<'c, '_>, loc: &Loc) -> Option<Location<'c>> {
    let frame = loc.primary()?;
    let number = |value: u32| usize::try_from(value).unwrap_or_default();
    let (line, column) = (number(frame.line), number(frame.column));
    Some(Location::new(context_of(module), &frame.file, line, column))
}
