//! Runs the file tests under `lit-tests/` with the binaries of this build.

use std::path::Path;
use std::process::Command;

#[test]
fn file_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lit = root.join(".venv-lit/bin/lit");
    assert!(lit.is_file(), "lit is missing: run scripts/setup.sh, which puts it into .venv-lit");
    let binaries = Path::new(env!("CARGO_BIN_EXE_tessera")).parent();
    let output = Command::new(&lit)
        .args(["--no-progress-bar", "-v"])
        .arg(root.join("lit-tests"))
        .env("TESSERA_BIN_DIR", binaries.unwrap_or(root))
        .output();
    let (success, text) = match output {
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            (output.status.success(), String::from_utf8_lossy(&text).into_owned())
        }
        Err(error) => (false, format!("{} does not start: {error}", lit.display())),
    };
    assert!(success, "file tests failed; `LIT_FILTER=part-of-path make test` runs some alone\n{text}");
}
