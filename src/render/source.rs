//! Lines of source files, to show beside a fault.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use tessera_core::loc::Frame;

/// Larger files are not read for the sake of one line.
const LARGEST: u64 = 8 << 20;

/// Larger inputs are shown without their lines.
const LARGEST_INPUT: usize = 32 << 20;

/// The sources known so far: the inputs themselves, and Python files named by locations as they are needed.
#[derive(Debug, Default)]
pub struct Sources {
    texts: HashMap<String, Option<String>>,
}

impl Sources {
    /// No source known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes an input known under its name. Only text is kept, and none of a size that nobody reads.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        let text = Some(bytes).filter(|bytes| bytes.len() <= LARGEST_INPUT).and_then(|bytes| std::str::from_utf8(bytes).ok());
        self.texts.insert(name.to_owned(), text.map(ToOwned::to_owned));
    }

    /// The line at `frame`, if its file is known or is a Python file that can be read.
    pub fn line(&mut self, frame: &Frame) -> Option<&str> {
        if !self.texts.contains_key(&frame.file) {
            self.texts.insert(frame.file.clone(), read_python(&frame.file));
        }
        let text = self.texts.get(&frame.file)?.as_deref()?;
        let index = usize::try_from(frame.line).ok()?.checked_sub(1)?;
        text.lines().nth(index).filter(|line| !line.trim().is_empty())
    }
}

/// Locations come from untrusted modules, so nothing but ordinary Python files is opened.
fn read_python(name: &str) -> Option<String> {
    let path = Path::new(name);
    if path.extension()? != "py" {
        return None;
    }
    let facts = fs::metadata(path).ok()?;
    (facts.is_file() && facts.len() <= LARGEST).then(|| fs::read_to_string(path).ok())?
}
