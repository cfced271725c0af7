//! Every module of a corpus, read from its bytes: deserialized, verified, and compared with its text.
//!
//! Each entry of the folder is `SOURCE/NAME/kernel.mlirbc` with `kernel.mlir` next to it. Run with
//! `cargo run -p tessera-tpu --example serde_sweep CORPUS`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "an example may stop and tell"
)]

use melior::{Context, dialect::DialectRegistry};
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};
use tessera_tpu::serde;

/// What is hoped for.
const EQUAL: &str = "equal";

fn context() -> Context {
    let registry = DialectRegistry::new();
    tessera_tpu::register_everything(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.set_allow_unregistered_dialects(true);
    context
}

fn entries(corpus: &Path) -> Vec<PathBuf> {
    let folders = |path: &Path| {
        let mut found: Vec<_> =
            fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        found.sort();
        found
    };
    let entries = folders(corpus).into_iter().flat_map(|source| folders(&source));
    entries.filter(|entry| entry.join("kernel.mlirbc").exists()).collect()
}

fn first_difference(ours: &str, theirs: &str) -> String {
    let differs = ours.lines().zip(theirs.lines()).find(|(a, b)| a != b);
    differs.map_or_else(|| "in length".to_owned(), |(a, b)| format!("{a}\n  for {b}"))
}

/// What came of one entry; the text says more.
fn outcome(entry: &Path, said: &Arc<Mutex<Vec<String>>>) -> Result<&'static str, (&'static str, String)> {
    let told = || said.lock().unwrap().first().cloned().unwrap_or_default();
    let context = context();
    let sink = Arc::clone(said);
    context.attach_diagnostic_handler(move |diagnostic| {
        sink.lock().unwrap().push(diagnostic.to_string());
        true
    });
    let bytes = fs::read(entry.join("kernel.mlirbc")).map_err(|_| ("no bytes", String::new()))?;
    let module =
        tessera_tpu::parse(&context, &bytes, "kernel.mlirbc").ok_or_else(|| ("does not parse", told()))?;
    let before = module.as_operation().to_string();
    let done = serde::deserialize(module.as_operation()).map_err(|e| ("refused", e.to_string()))?;
    if let Some(first) = done.unknown.first() {
        return Err(("unknown op", first.to_string()));
    }
    if !tessera_tpu::verify(module.as_operation()) {
        return Err(("does not verify", told()));
    }
    let after = module.as_operation().to_string();
    serde::serialize(module.as_operation(), done.version).map_err(|e| ("not written", e.to_string()))?;
    let again = module.as_operation().to_string();
    if again != before {
        return Err(("written otherwise", first_difference(&again, &before)));
    }
    let text = fs::read(entry.join("kernel.mlir")).map_err(|_| ("no text", String::new()))?;
    let twin =
        tessera_tpu::parse(&context, &text, "kernel.mlir").ok_or_else(|| ("text does not parse", told()))?;
    let twin = twin.as_operation().to_string();
    if after != twin {
        return Err(("differs from text", first_difference(&after, &twin)));
    }
    Ok(EQUAL)
}

fn main() {
    let Some(corpus) = env::args_os().nth(1).map(PathBuf::from) else {
        println!("usage: serde_sweep CORPUS, a folder with a folder per source and per entry");
        return;
    };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries(&corpus) {
        let said = Arc::new(Mutex::new(Vec::new()));
        let class = match outcome(&entry, &said) {
            Ok(class) => class,
            Err((class, why)) => {
                let name = entry.strip_prefix(&corpus).unwrap_or(&entry);
                println!("{class}: {}: {why}", name.display());
                class
            }
        };
        *counts.entry(class).or_default() += 1;
    }
    println!("{counts:?}");
    assert!(counts.keys().all(|class| *class == EQUAL));
}
