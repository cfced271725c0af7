//! Rules of this repository that no compiler checks.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tessera::explain::{HEADINGS, codes};

/// Longest source file.
const LONGEST: usize = 600;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folder` with one of these endings; build output and environments left out. Sorted.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target"
                    && name != ".git"
                    && !name.starts_with(".venv")
                    && name != ".tools"
                    && name != "Output"
                {
                    folders.push(path);
                }
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// Fails with all complaints at once.
fn none(what: &str, complaints: &[String]) {
    assert!(complaints.is_empty(), "{what}:\n  {}", complaints.join("\n  "));
}

#[test]
fn files_are_short() {
    let long: Vec<String> = files(root(), &[".rs", ".cpp", ".h", ".td", ".py", ".sh"])
        .iter()
        .map(|path| (path, text(path).lines().count()))
        .filter(|(_, lines)| *lines > LONGEST)
        .map(|(path, lines)| format!("{}: {lines} lines", shown(path)))
        .collect();
    none("files longer than 600 lines", &long);
}

#[test]
fn codes_are_unique_and_explained() {
    let mut complaints = Vec::new();
    let (mut numbers, mut names) = (BTreeMap::new(), BTreeMap::new());
    for code in codes() {
        if let Some(other) = numbers.insert(code.number, code.name) {
            complaints.push(format!("{code} is both {other} and {}", code.name));
        }
        if let Some(other) = names.insert(code.name, code.number) {
            complaints.push(format!("{} is both T{other:04} and {code}", code.name));
        }
        let at: Vec<Option<usize>> = HEADINGS.iter().map(|heading| code.page.find(heading)).collect();
        if at.contains(&None) || !at.is_sorted() {
            complaints.push(format!(
                "{code} {}: its page needs the headings {HEADINGS:?} in this order",
                code.name
            ));
        }
    }
    none("codes", &complaints);
    assert!(numbers.len() > 30, "only {} codes: is a crate's list missing in src/explain.rs?", numbers.len());
}

#[test]
fn every_code_declared_is_in_the_table() {
    let known: Vec<&str> = codes().iter().map(|code| code.name).collect();
    let mut complaints = Vec::new();
    for path in files(root(), &[".rs"]) {
        let text = text(&path);
        // A number and a name follow, on one line or several; test codes are T9998.
        for declaration in text.split("Code::new(").skip(1) {
            let mut parts = declaration.splitn(3, ',').map(str::trim);
            let number = parts.next().and_then(|number| number.parse::<u16>().ok());
            let name = parts.next().map(|name| name.trim_matches('"'));
            if let (Some(number), Some(name)) = (number, name)
                && number != 9998
                && !known.contains(&name)
            {
                complaints.push(format!("{}: T{number:04} {name}", shown(&path)));
            }
        }
    }
    none("codes that `tessera explain` does not know", &complaints);
}

#[test]
fn every_rule_has_its_file_test() {
    let rules = root().join("passes/verify");
    let mut missing = Vec::new();
    for path in files(&rules, &[".rs"]) {
        let inside = path.strip_prefix(&rules).unwrap_or(&path).with_extension("mlir");
        // Families are folders; files beside them are the machinery.
        let is_rule = inside.components().count() == 2
            && !inside.ends_with("mod.mlir")
            && !inside.ends_with("tests.mlir");
        if is_rule && !root().join("lit-tests/verify").join(&inside).is_file() {
            missing.push(format!("{}: lit-tests/verify/{}", shown(&path), inside.display()));
        }
    }
    none("rules without a file test", &missing);
}

#[test]
fn paths_named_in_documents_exist() {
    let mut missing = Vec::new();
    for name in ["README.md", "ARCHITECTURE.md", "lit-tests/README.md"] {
        let path = root().join(name);
        let folder = path.parent().unwrap_or(root());
        for quoted in text(&path).split('`').skip(1).step_by(2) {
            let known_ending = [".rs", ".md", ".td", ".cpp", ".sh", ".py", ".toml", ".mlir"]
                .iter()
                .any(|end| quoted.ends_with(end));
            let is_path = (quoted.contains('/') || known_ending)
                && quoted.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte));
            // Capital parts (`verify/FAMILY/FAULT.mlir`) are patterns.
            let is_pattern = quoted.split(['/', '.']).any(|part| {
                part.len() > 2
                    && part != "README"
                    && part != "ARCHITECTURE"
                    && part.bytes().all(|byte| byte.is_ascii_uppercase())
            });
            let is_built = quoted.starts_with("target/") || quoted.starts_with(".venv");
            if is_path
                && !is_pattern
                && !is_built
                && !root().join(quoted).exists()
                && !folder.join(quoted).exists()
            {
                missing.push(format!("{name}: `{quoted}`"));
            }
        }
    }
    none("documents name paths that do not exist", &missing);
}

#[test]
fn mlir_is_called_in_one_crate_only() {
    let strays: Vec<String> = files(root(), &[".rs"])
        .iter()
        .filter(|path| !path.starts_with(root().join("crates/tpu")) && !path.ends_with("tests/tidy.rs"))
        .filter(|path| text(path).contains("mlir_sys::"))
        .map(|path| shown(path))
        .collect();
    none("only crates/tpu may call MLIR's C interface", &strays);
}
