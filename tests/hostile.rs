//! Files that were damaged, or made to do harm, end in faults: never in a panic, never late.

#[path = "support/mutate.rs"]
mod mutate;

use mutate::{Draw, mutated};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tessera::container;
use tessera_core::diag::Sink;

/// Damaged copies of all samples together.
const MUTATIONS: usize = 4000;

fn samples() -> Vec<(PathBuf, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("lit-tests");
    let mut folders = vec![root.join("read/Inputs"), root.join("jax/softmax"), root.join("jax/async_copy")];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending != "safetensors") {
                let bytes = std::fs::read(&path).unwrap();
                found.push((path, bytes));
            }
        }
    }
    found.sort();
    found
}

/// The codes of the faults, and how long it took to find them.
fn read(bytes: &[u8]) -> (Vec<String>, Duration) {
    let start = Instant::now();
    let mut sink = Sink::new();
    container::read("k", bytes, &mut sink);
    let codes = sink.into_sorted().iter().map(|item| item.code().to_string()).collect();
    (codes, start.elapsed())
}

#[test]
fn damaged_files_end_in_faults() {
    let samples = samples();
    assert!(samples.len() > 15, "only {} samples", samples.len());
    let mut draw = Draw(7);
    let mut refused = 0;
    for round in 0..MUTATIONS {
        let (path, whole) = &samples[round % samples.len()];
        let bytes = mutated(whole, &mut draw);
        let (codes, time) = read(&bytes);
        refused += usize::from(!codes.is_empty());
        assert!(time < Duration::from_secs(2), "{}: mutation {round} took {time:?}", path.display());
    }
    // Much of the damage is inside strings, where nothing shows.
    assert!(refused > MUTATIONS / 4, "only {refused} of {MUTATIONS} were seen");
}

#[test]
fn cut_anywhere() {
    for (path, whole) in samples() {
        let is_binary = path.extension().is_some_and(|ending| ending == "mlirbc");
        for end in (0..whole.len()).step_by(if is_binary { 61 } else { 411 }) {
            let (codes, _) = read(&whole[..end]);
            assert!(!is_binary || !codes.is_empty(), "{} cut at {end} was taken for whole", path.display());
        }
    }
}

fn first(bytes: &[u8]) -> String {
    read(bytes).0.into_iter().next().unwrap_or_else(|| "none".to_owned())
}

#[test]
fn lies_about_sizes() {
    let magic = b"ML\xefR";
    let huge = [0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    assert_eq!(first(&[&magic[..], b"\x01x\0", &[0], &huge].concat()), "T0127");
    // 2^63 strings in a section of nine bytes.
    assert_eq!(first(&[&magic[..], b"\x01x\0", &[0, 0x13], &huge].concat()), "T0127");
    assert_eq!(first(&[&magic[..], b"\xffx\0"].concat()), "T0142");
    assert_eq!(first(b"ML\xefR"), "T0127");
    assert_eq!(first(b"ML\xefQ\x01x\0"), "T0111");
    assert_eq!(first(b""), "T0110");
}

#[test]
fn json_of_the_wrong_shape_and_base64_that_is_none() {
    let deep = format!("{{\"custom_call_config\": {}1{}}}", "[".repeat(10_000), "]".repeat(10_000));
    assert_eq!(first(deep.as_bytes()), "T0122");
    for (json, code) in [
        ("{}", "T0123"),
        (r#"{"custom_call_config": []}"#, "T0124"),
        (r#"{"custom_call_config": {"body": 7}}"#, "T0124"),
        (r#"{"custom_call_config": {"body": "%%%"}}"#, "T0125"),
        (r#"{"custom_call_config": {"body": ""}}"#, "T0126"),
        (r#"{"custom_call_config": {"body": "TUzvUg=="}}"#, "T0127"),
        (r#"{"custom_call_config": {"body": "TUzvUgFNTElSAAEB"}, "flag_configs": 3}"#, "T0124"),
    ] {
        assert_eq!(first(json.as_bytes()), code, "{json}");
    }
}

#[test]
fn large_and_deep_text() {
    let (codes, time) = read(&vec![b'\n'; 20 << 20]);
    assert_eq!((codes.as_slice(), time < Duration::from_secs(20)), (["T0110".to_owned()].as_slice(), true));
    let deep = "module {".repeat(10_000);
    assert_eq!(first(deep.as_bytes()), "T0112");
    let hlo = format!("HloModule x\n  a = {}f32[]{} custom-call()\n", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(first(hlo.as_bytes()), "T0121");
    let calls = "  a = f32[8] custom-call(b), custom_call_target=\"tpu_custom_call\", backend_config={\n".repeat(20_000);
    let (codes, time) = read(format!("HloModule x\n{calls}").as_bytes());
    assert!(codes.len() <= 64 && time < Duration::from_secs(5), "{} faults in {time:?}", codes.len());
}

#[test]
fn json_of_millions_of_values_is_not_built() {
    let json = format!("{{\"a\": [{}1]}}", "1,".repeat(4 << 20));
    let (codes, time) = read(json.as_bytes());
    assert_eq!((codes.as_slice(), time < Duration::from_secs(2)), (["T0122".to_owned()].as_slice(), true), "{time:?}");
}
