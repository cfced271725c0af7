//! One fault as one JSON object: a flat mirror, so that the types inside stay free to change.

use serde_json::{Value, json};
use tessera_core::diag::Diagnostic;
use tessera_core::loc::{Frame, Loc};

/// The fault as an object with `code`, `name`, `severity`, `message`, `hint`, `op`, `function`, `file`, `line`,
/// `column`, `python` and `notes`. Unknown things are null. `file` names the input for faults without a place in it.
#[must_use]
pub fn fault_json(item: &Diagnostic, file: &str) -> Value {
    let code = item.code();
    let (at_file, line, column) = place(&item.loc, file);
    let notes: Vec<Value> = item
        .labels
        .iter()
        .map(|label| {
            let (at_file, line, column) = place(&label.loc, file);
            json!({
                "message": label.text,
                "file": at_file,
                "line": line,
                "column": column,
                "python": label.loc.user().map(python),
            })
        })
        .collect();
    json!({
        "code": code.to_string(),
        "name": code.name,
        "severity": code.level.name(),
        "message": item.fault.to_string(),
        "hint": item.fault.hint(),
        "op": (!item.op.is_empty()).then_some(&item.op),
        "function": item.function,
        "file": at_file,
        "line": line,
        "column": column,
        "python": item.loc.user().map(python),
        "notes": notes,
    })
}

fn place<'a>(loc: &'a Loc, file: &'a str) -> (&'a str, Option<u32>, Option<u32>) {
    let known = |number: u32| (number > 0).then_some(number);
    match &loc.module {
        Some(frame) => (&frame.file, known(frame.line), known(frame.column)),
        None => (file, None, None),
    }
}

fn python(frame: &Frame) -> Value {
    json!({ "file": frame.file, "line": frame.line, "column": frame.column, "function": frame.function })
}
