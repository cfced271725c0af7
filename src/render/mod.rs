//! Diagnostics as people and as programs read them, and the only place that writes to standard output and error.

mod json;
mod source;
mod text;

pub use json::fault_json;
pub use source::Sources;
pub use text::fault_text;

use anstream::AutoStream;
use std::fmt;
use std::io::{self, ErrorKind, Write};
use tessera_core::diag::{Diagnostic, Level};

/// How faults are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object a fault, one a line.
    Json,
}

/// A writer that takes a closed pipe for "enough seen" and remembers any other failure.
pub struct Out {
    inner: Box<dyn Write>,
    /// The same without regard to colours, if that is something else.
    plain: Option<Box<dyn Write>>,
    failure: Option<io::Error>,
    closed: bool,
}

impl Out {
    /// Standard output; colours only where they will be seen.
    #[must_use]
    pub fn stdout() -> Self {
        Self { plain: Some(Box::new(io::stdout())), ..Self::to(Box::new(AutoStream::auto(io::stdout()))) }
    }

    /// Standard error; colours only where they will be seen.
    #[must_use]
    pub fn stderr() -> Self {
        Self { plain: Some(Box::new(io::stderr())), ..Self::to(Box::new(AutoStream::auto(io::stderr()))) }
    }

    /// Any writer, for tests.
    #[must_use]
    pub fn to(inner: Box<dyn Write>) -> Self {
        Self { inner, plain: None, failure: None, closed: false }
    }

    /// Writes one line.
    pub fn line(&mut self, text: impl fmt::Display) {
        self.bytes(format!("{text}\n").as_bytes());
    }

    /// Writes text that may have colours in it.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.write(bytes, false);
    }

    /// Writes bytes that are no text, as they are.
    pub fn binary(&mut self, bytes: &[u8]) {
        self.write(bytes, true);
    }

    fn write(&mut self, bytes: &[u8], binary: bool) {
        if self.closed {
            return;
        }
        let to = self.plain.as_mut().filter(|_| binary).unwrap_or(&mut self.inner);
        if let Err(error) = to.write_all(bytes).and_then(|()| to.flush()) {
            self.closed = true;
            if error.kind() != ErrorKind::BrokenPipe {
                self.failure = Some(error);
            }
        }
    }

    /// The first failure other than a closed pipe.
    pub fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }
}

/// How many faults of which kind have been shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Faults of the kernel.
    pub errors: usize,
    /// Likely mistakes.
    pub warnings: usize,
    /// Things Tessera cannot do.
    pub unsupported: usize,
    /// Faults of Tessera.
    pub bugs: usize,
}

impl Tally {
    /// Counts one more.
    pub fn add(&mut self, level: Level) {
        match level {
            Level::Error => self.errors += 1,
            Level::Warning => self.warnings += 1,
            Level::Unsupported => self.unsupported += 1,
            Level::Bug => self.bugs += 1,
            Level::Note => {}
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        write!(out, "{} error{}, {} warning{}", self.errors, plural(self.errors), self.warnings, plural(self.warnings))?;
        if self.unsupported > 0 {
            write!(out, ", {} unsupported", self.unsupported)?;
        }
        if self.bugs > 0 {
            write!(out, ", {} internal", self.bugs)?;
        }
        Ok(())
    }
}

/// Writes faults of the input called `file`.
pub fn faults(items: &[Diagnostic], file: &str, sources: &mut Sources, format: Format, out: &mut Out) {
    for item in items {
        match format {
            Format::Text => out.line(fault_text(item, sources)),
            Format::Json => out.line(fault_json(item, file)),
        }
    }
}

#[cfg(test)]
mod tests;
