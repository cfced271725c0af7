//! What the README says must be what happens: its commands exist and are the ones CI runs, and the output it shows is
//! what Tessera prints. `TESSERA_BLESS=1` writes that output anew.

use std::fs;
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| unreachable!("{name}: {error}"))
}

/// The lines inside fenced blocks of that language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<Vec<&'a str>> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line == format!("```{language}") {
            found.push(lines.by_ref().take_while(|line| *line != "```").collect());
        }
    }
    found
}

#[test]
fn commands_are_those_that_ci_runs() {
    let (readme, makefile, ci) = (read("README.md"), read("Makefile"), read(".ci/run"));
    let has_target = |name: &str| makefile.lines().any(|line| line.starts_with(&format!("{name}:")));
    let shown: Vec<&str> = blocks(&readme, "sh").concat();
    for command in ["make demo", "make test"] {
        assert!(shown.iter().any(|line| line.starts_with(command)), "README.md should name `{command}`");
    }
    for line in &shown {
        let command = line.split('#').next().unwrap_or_default().trim();
        match command.split_once(' ') {
            Some(("make", target)) => {
                assert!(has_target(target), "README.md names `{command}`: no such target")
            }
            _ => assert!(
                command.is_empty() || command.starts_with("cd ") || command.starts_with("git clone "),
                "README.md names `{command}`, which nothing here checks"
            ),
        }
    }
    assert!(ci.lines().any(|line| line == "make test"), ".ci/run should run `make test`");
    assert!(makefile.contains("\tcargo test --workspace\n"), "`make test` should test the whole workspace");
    assert!(makefile.contains("\tscripts/demo.sh\n"), "`make demo` should run the demo");
}

/// A command's output as the README shows it, both streams together.
fn output_of(command: &str) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_tessera")).parent().unwrap_or(root()).display().to_string();
    let command = command.replace("target/debug/", &format!("{bin}/"));
    let output = Command::new("sh")
        .args(["-c", &format!("{command} 2>&1")])
        .env("NO_COLOR", "1")
        .current_dir(root())
        .output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim_end().to_owned()).unwrap_or_default()
}

#[test]
fn output_shown_is_the_output_there_is() {
    let readme = read("README.md");
    let mut anew = readme.clone();
    for block in blocks(&readme, "console") {
        let mut fresh = Vec::new();
        for command in block.iter().filter_map(|line| line.strip_prefix("$ ")) {
            fresh.push(format!("$ {command}"));
            fresh.extend(output_of(command).lines().map(ToOwned::to_owned));
        }
        anew = anew.replace(&block.join("\n"), &fresh.join("\n"));
    }
    if anew == readme {
        return;
    }
    if std::env::var_os("TESSERA_BLESS").is_some() {
        let written = fs::write(root().join("README.md"), anew);
        assert!(written.is_ok(), "{written:?}");
        return;
    }
    assert_eq!(
        readme, anew,
        "README.md shows old output: look at it, then TESSERA_BLESS=1 cargo test --test readme"
    );
}
