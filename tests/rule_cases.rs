//! Verdicts on single operations, beside those of jaxlib 0.11 as recorded in `tests/data`.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use tessera::engine::{CheckOptions, Engine, Input};
use tessera::explain::codes;
use tessera::session::Session;
use tessera_core::diag::{Diagnostic, Level};

fn data(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(case: &'v Value, name: &str) -> &'v str {
    case[name].as_str().unwrap_or_default()
}

/// What is said about the function that a case describes.
fn verdict(case: &Value) -> Vec<Diagnostic> {
    let mut attributes = Vec::new();
    if !text(case, "core").is_empty() {
        attributes.push(format!("tpu.core_type = #tpu.core_type<{}>", text(case, "core")));
    }
    if !text(case, "func_attrs").is_empty() {
        attributes.push(text(case, "func_attrs").to_owned());
    }
    let head = if attributes.is_empty() {
        String::new()
    } else {
        format!(" attributes {{{}}}", attributes.join(", "))
    };
    let (args, body) = (text(case, "args"), text(case, "body"));
    let module = format!("func.func @example({args}){head} {{\n{body}\nreturn\n}}\n");
    let input = Input { name: format!("{}.mlir", text(case, "id")), bytes: module.into_bytes() };
    let report = Session.check(&input, &CheckOptions::default());
    report.map(|report| report.faults.into_sorted()).unwrap_or_default()
}

fn is_error(item: &&Diagnostic) -> bool {
    item.code().level >= Level::Error
}

fn said(items: &[Diagnostic]) -> String {
    let lines: Vec<String> = items.iter().map(|item| format!("{} {}", item.code(), item.fault)).collect();
    lines.join("; ")
}

#[test]
fn verdicts_are_those_of_jaxlib_unless_listed() {
    let (cases, differences) = (data("verifier_cases.json"), data("verifier_differences.json"));
    let listed: BTreeSet<&str> = list(&differences, "verdicts").iter().map(|it| text(it, "id")).collect();
    let mut complaints = Vec::new();
    let mut agreeing = 0usize;
    for case in list(&cases, "cases") {
        let id = text(case, "id");
        let faults = verdict(case);
        let error = faults.iter().find(is_error);
        // Every case is one that jaxlib 0.11 rejects.
        match error {
            None if !listed.contains(id) => {
                complaints.push(format!("{id}: accepted: {}", text(case, "body")))
            }
            Some(_) if listed.contains(id) => complaints.push(format!("{id}: agrees, though it is listed")),
            _ => agreeing += 1,
        }
        // The page of what is said leads back to the rule.
        let named = |item: &Diagnostic| {
            let source = item.code().page.split("## Source").nth(1).unwrap_or_default();
            source.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(|word| word == id)
        };
        if error.is_some() && !faults.iter().any(named) {
            complaints.push(format!("{id}: no page of what is said names it: {}", said(&faults)));
        }
    }
    assert!(agreeing > 180, "only {agreeing} cases were read");
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn uses_that_the_dialect_shows_are_accepted() {
    let cases = data("accepted_cases.json");
    let mut complaints = Vec::new();
    for case in list(&cases, "cases") {
        let faults = verdict(case);
        if !faults.is_empty() {
            complaints.push(format!("{}: {}", text(case, "id"), said(&faults)));
        }
    }
    assert!(list(&cases, "cases").len() > 90);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn stricter_codes_exist_and_have_a_reason() {
    let differences = data("verifier_differences.json");
    let known: BTreeSet<u64> = codes().iter().map(|code| code.number.into()).collect();
    for item in list(&differences, "stricter") {
        assert!(!text(item, "reason").is_empty(), "{item}");
        for code in list(item, "codes") {
            assert!(code.as_u64().is_some_and(|code| known.contains(&code)), "{item}");
        }
    }
}
