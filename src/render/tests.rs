use super::*;
use crate::fault::call::BodyNotBase64;
use std::sync::{Arc, Mutex};
use tessera_core::loc::{Frame, Loc};

fn frame(file: &str, line: u32, column: u32, function: Option<&str>) -> Frame {
    Frame { file: file.into(), line, column, function: function.map(ToOwned::to_owned) }
}

fn plain(item: &Diagnostic, sources: &mut Sources) -> String {
    anstream::adapter::strip_str(&fault_text(item, sources)).to_string()
}

fn fault(loc: Loc) -> Diagnostic {
    Diagnostic::new(BodyNotBase64 { error: "cut".into() }, loc, "tpu.enqueue_dma")
}

#[test]
fn python_place_module_line_notes_and_hint() {
    let mut sources = Sources::new();
    sources.add("k.mlir", b"module {\n  tpu.enqueue_dma source(%1)\n}");
    sources.add("k.py", b"def f():\n    copy(x)\n");
    let loc = Loc {
        module: Some(frame("k.mlir", 2, 3, None)),
        python: vec![frame("k.py", 2, 4, Some("f")), frame("m.py", 12, 0, None)],
        ordinal: None,
    };
    let item = fault(loc.clone()).label(loc, "copied from here");
    assert_eq!(
        plain(&item, &mut sources),
        "\
error[T0125]: the kernel's body is not base64: cut
  --> k.py:2:4 (in `f`, called from m.py:12)
 2 |     copy(x)
   |     ^
   |  k.mlir:2:3  tpu.enqueue_dma source(%1)
   = note: copied from here, k.py:2:4
   = hint: check that the text was not cut or wrapped when it was copied
   = more: tessera explain T0125"
    );
}

#[test]
fn places_that_are_partly_known() {
    let mut sources = Sources::new();
    sources.add("k.mlir", b"one\n\x1b[31mtwo\n");
    let text = Loc { module: Some(frame("k.mlir", 2, 2, None)), ..Loc::default() };
    let shown = plain(&fault(text), &mut sources);
    assert!(shown.contains("  --> k.mlir:2:2\n 2 |  [31mtwo\n   |  ^\n   = hint"), "{shown}");
    let ordinal = Loc { ordinal: Some((3, "kernel".into())), ..Loc::default() };
    assert!(plain(&fault(ordinal), &mut sources).contains("  --> op 3 of @kernel\n   |  tpu.enqueue_dma\n"));
    let whole = Loc { module: Some(frame("k.mlir", 0, 0, None)), ..Loc::default() };
    assert!(plain(&fault(whole), &mut sources).contains("  --> k.mlir\n"));
    assert!(!plain(&fault(Loc::default()), &mut sources).contains("-->"));
}

#[test]
fn only_python_files_are_opened() {
    assert_eq!(Sources::new().line(&frame("Cargo.toml", 1, 0, None)), None);
    assert_eq!(Sources::new().line(&frame("/dev/zero.py", 1, 0, None)), None);
}

#[test]
fn json_is_flat() {
    let loc = Loc { python: vec![frame("k.py", 2, 4, Some("f"))], ..Loc::default() };
    let shown = fault_json(&fault(loc.clone()).label(loc, "here"), "k.mlir");
    assert_eq!(shown["code"], "T0125");
    assert_eq!((&shown["file"], &shown["line"]), (&"k.mlir".into(), &serde_json::Value::Null));
    assert_eq!(shown["python"]["function"], "f");
    assert_eq!(shown["notes"][0]["message"], "here");
}

#[test]
fn tally_counts_in_words() {
    let mut tally = Tally::default();
    tally.add(Level::Error);
    assert_eq!(tally.to_string(), "1 error, 0 warnings");
    tally.add(Level::Unsupported);
    tally.add(Level::Bug);
    assert_eq!(tally.to_string(), "1 error, 0 warnings, 1 unsupported, 1 internal");
}

struct Pipe(ErrorKind, Arc<Mutex<usize>>);

impl Write for Pipe {
    fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
        *self.1.lock().unwrap_or_else(|_| unreachable!()) += 1;
        Err(self.0.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_no_failure_and_ends_writing() {
    for (kind, fails) in [(ErrorKind::BrokenPipe, false), (ErrorKind::StorageFull, true)] {
        let writes = Arc::new(Mutex::new(0));
        let mut out = Out::to(Box::new(Pipe(kind, Arc::clone(&writes))));
        out.line("a");
        out.line("b");
        assert_eq!(out.take_failure().is_some(), fails);
        assert_eq!(*writes.lock().unwrap_or_else(|_| unreachable!()), 1);
    }
}
