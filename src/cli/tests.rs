use super::*;
use crate::container;
use crate::engine::{
    CheckOptions, CompileOptions, CompileReport, ExtractReport, GraphReport, InfoReport, Input, ModuleForm,
    Report, RunOptions, RunReport, UsageError,
};
use crate::extract::Extracted;
use crate::info::KernelInfo;
use crate::tensors::{Element, Tensor, Tensors, to_bytes};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tessera_core::diag::Sink;

/// An engine that opens the envelope and gives back the first input as the first output.
struct Echo;

fn open(input: &Input) -> Sink {
    let mut sink = Sink::new();
    container::read(&input.name, &input.bytes, &mut sink);
    sink
}

impl Engine for Echo {
    fn llvm_version(&self) -> String {
        "22.0".into()
    }
    fn pipeline(&self, preset: &str) -> Option<String> {
        (preset == "lower").then(|| "builtin.module(cse)".to_owned())
    }
    fn presets(&self) -> &'static [&'static str] {
        &["lower"]
    }
    fn check(&self, input: &Input, options: &CheckOptions) -> Result<Report, UsageError> {
        match options.target.as_deref() {
            Some(target) => Err(UsageError::new(format!("no target is called {target}"))),
            None => Ok(Report { faults: open(input), assumed: Vec::new() }),
        }
    }
    fn run(&self, input: &Input, options: &RunOptions) -> Result<RunReport, UsageError> {
        let outputs =
            options.inputs.get("in0").map(|tensor| Tensors::from([("out0".to_owned(), tensor.clone())]));
        Ok(RunReport {
            report: Report { faults: open(input), assumed: vec!["one output".into()] },
            outputs,
            ..RunReport::default()
        })
    }
    fn compile(&self, input: &Input, _: &CompileOptions) -> Result<CompileReport, UsageError> {
        Ok(CompileReport {
            report: Report { faults: open(input), assumed: Vec::new() },
            artifact: Some(b"code\n".to_vec()),
        })
    }
    fn extract(&self, input: &Input, _: Option<&str>, _: ModuleForm) -> Result<ExtractReport, UsageError> {
        let mut faults = Sink::new();
        let file = container::read(&input.name, &input.bytes, &mut faults);
        let kernels =
            file.kernels.iter().map(|call| Extracted::new(call, Some(15), b"module {}".to_vec())).collect();
        Ok(ExtractReport { report: Report { faults, assumed: Vec::new() }, kernels })
    }
    fn info(&self, input: &Input, _: Option<&str>) -> Result<InfoReport, UsageError> {
        let kernels = vec![KernelInfo { name: "k".into(), ..KernelInfo::default() }];
        Ok(InfoReport { report: Report { faults: open(input), assumed: Vec::new() }, kernels })
    }
    fn graph(&self, _: &Input, _: Option<&str>) -> Result<GraphReport, UsageError> {
        Ok(GraphReport { report: Report::default(), dot: Some("digraph {}\n".into()) })
    }
}

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn text(&self) -> String {
        let bytes = self.0.lock().map(|bytes| bytes.clone()).unwrap_or_default();
        anstream::adapter::strip_str(&String::from_utf8_lossy(&bytes)).to_string()
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Ok(mut held) = self.0.lock() {
            held.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Status code, standard output, standard error.
fn tessera(args: &[&str]) -> (u8, String, String) {
    let (out, err) = (Buffer::default(), Buffer::default());
    let args = std::iter::once("tessera").chain(args.iter().copied());
    let status = run(&Echo, args, &mut Out::to(Box::new(out.clone())), &mut Out::to(Box::new(err.clone())));
    (status.code(), out.text(), err.text())
}

/// A file in a folder of this test's own.
fn file(name: &str, bytes: &[u8]) -> String {
    let folder = std::env::temp_dir().join(format!("tessera-cli-{}", std::process::id()));
    let path: PathBuf = folder.join(name);
    let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, bytes));
    assert!(written.is_ok(), "{written:?}");
    path.display().to_string()
}

#[test]
fn check_counts_and_exits() {
    let good = file("good.mlir", b"module { func.func @k() { return } }");
    let bad = file("bad.mlir", b"{}");
    let later = file("later.mlir", b"ML\xefR\x63later\0");
    assert_eq!(tessera(&["check", &good]), (0, "0 errors, 0 warnings\n".into(), String::new()));
    let (status, out, _) = tessera(&["check", &good, &bad]);
    assert_eq!((status, out.ends_with("1 error, 0 warnings\n")), (1, true), "{out}");
    assert_eq!(tessera(&["check", &later]).0, 3);
    assert_eq!(tessera(&["check", &later, &bad]).0, 1);
    assert_eq!(tessera(&["check", &bad, "absent.mlir"]).0, 2);
    assert_eq!(tessera(&["check", &good, "--target", "v0"]).2, "tessera: no target is called v0\n");
    let (_, json, _) = tessera(&["check", &bad, "--format=json"]);
    let objects: Vec<serde_json::Value> =
        json.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert_eq!(objects.len(), 1, "{json}");
    assert_eq!(objects[0]["severity"], "error");
}

#[test]
fn run_compares_and_writes() {
    let kernel = file("k.mlir", b"module { func.func @k() { return } }");
    let tensor =
        |value: u8| Tensor::new(Element::I8, vec![1], vec![value]).unwrap_or_else(|_| unreachable!());
    let arrays = |name: &str, value| Tensors::from([(name.to_owned(), tensor(value))]);
    let inputs = file("in.safetensors", &to_bytes(&arrays("in0", 5)).unwrap_or_default());
    let same = file("same.safetensors", &to_bytes(&arrays("out0", 5)).unwrap_or_default());
    let other = file("other.safetensors", &to_bytes(&arrays("out0", 7)).unwrap_or_default());
    let written = file("written.safetensors", b"");
    let base = ["run", &kernel, "--inputs", &inputs, "--expect"];
    let (status, out, err) =
        tessera(&[&base[..], &[&same, "--outputs", "1", "--outputs", &written]].concat());
    let line = "out0: all 1 elements as expected (largest error 0 absolute, 0 relative)\n";
    assert_eq!((status, out.as_str(), err.as_str()), (0, line, "note: one output\n"));
    assert_eq!(std::fs::read(&written).ok(), std::fs::read(&same).ok());
    let (status, out, _) = tessera(&[&base[..], &[&other]].concat());
    assert_eq!((status, out.contains("first at [0]: got 5, expected 7")), (1, true), "{out}");
    assert_eq!(tessera(&[&base[..], &[&other, "--atol", "2"]].concat()).0, 0);
    assert_eq!(tessera(&[&base[..], &[&kernel]].concat()).0, 2);
}

#[test]
fn wrong_use_is_2_and_help_is_0() {
    for args in [
        &["run", "k", "--outputs", "1", "--outputs", "2"][..],
        &["run", "k", "--alias", "1"],
        &["run", "k", "--operands", "f32"],
        &["run", "k", "--rtol", "1"],
        &["run", "k", "--expect", "e", "--rtol", "-1"],
        &["run", "k", "--devices", "0"],
        &["compile", "k"],
        &["compile", "absent", "--emit=asm"],
        &["explain"],
        &["explain", "T0000"],
        &["pipeline", "none"],
        &["nonsense"],
        &[],
    ] {
        let (status, _, err) = tessera(args);
        assert_eq!((status, err.is_empty()), (2, false), "{args:?} {err}");
    }
    assert_eq!(
        tessera(&["--version"]),
        (0, format!("tessera {} (LLVM 22.0)\n", env!("CARGO_PKG_VERSION")), String::new())
    );
    assert!(tessera(&["run", "--help"]).1.contains("--collective-id"));
}

#[test]
fn the_other_commands() {
    let kernel = file("c.mlir", b"module { func.func @k() { return } }");
    assert_eq!(tessera(&["compile", &kernel, "--emit=llvm-ir"]).1, "code\n");
    assert_eq!(tessera(&["graph", &kernel]).1, "digraph {}\n");
    assert_eq!(tessera(&["pipeline"]).1, "lower: builtin.module(cse)\n");
    assert_eq!(tessera(&["pipeline", "lower"]).1, "builtin.module(cse)\n");
    assert!(tessera(&["explain", "--list"]).1.contains("T0890  error        values_differ\n"));
    assert!(
        tessera(&["explain", "values_differ"])
            .1
            .starts_with("T0890 values_differ (error)\n\n## What it checks\n")
    );
}

#[test]
fn status_keeps_the_worst() {
    let tally =
        |errors, unsupported, bugs| Status::from(Tally { errors, unsupported, bugs, warnings: 1 }).code();
    assert_eq!([tally(0, 0, 0), tally(0, 1, 0), tally(1, 1, 0), tally(1, 1, 1)], [0, 3, 1, 70]);
}
