//! Where something stands: in the file that was read and, when JAX recorded it, in Python.

use std::fmt;

/// One place in one source file. Lines count from 1; column 0 means "not recorded".
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Frame {
    /// Path as recorded, not resolved.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1 in MLIR text and from 0 in Python, as recorded.
    pub column: u32,
    /// The function the place lies in, when the location names one.
    pub function: Option<String>,
}

impl fmt::Display for Frame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.file, self.line)?;
        if self.column > 0 {
            write!(out, ":{}", self.column)?;
        }
        Ok(())
    }
}

/// The decoded location of an operation or an argument.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Loc {
    /// The place in the module text, when the module was read from text without locations.
    pub module: Option<Frame>,
    /// Python frames, innermost first; empty when none were recorded.
    pub python: Vec<Frame>,
    /// Last resort for modules without any location: "op N of function F".
    pub ordinal: Option<(u32, String)>,
}

impl Loc {
    /// The frame of the user's own code: the innermost Python frame.
    #[must_use]
    pub fn user(&self) -> Option<&Frame> {
        self.python.first()
    }

    /// The best single place to show: Python when known, else the module text.
    #[must_use]
    pub fn primary(&self) -> Option<&Frame> {
        self.user().or(self.module.as_ref())
    }
}

impl fmt::Display for Loc {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.primary(), &self.ordinal) {
            (Some(frame), _) => write!(out, "{frame}"),
            (None, Some((index, function))) => write!(out, "op {index} of @{function}"),
            (None, None) => write!(out, "unknown place"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_wins_over_module_text_and_ordinal_is_last() {
        let frame = |file: &str| Frame { file: file.into(), line: 4, column: 2, function: None };
        let mut loc = Loc { ordinal: Some((3, "kernel".into())), ..Loc::default() };
        assert_eq!(loc.to_string(), "op 3 of @kernel");
        loc.module = Some(frame("k.mlir"));
        assert_eq!(loc.to_string(), "k.mlir:4:2");
        loc.python.push(frame("k.py"));
        assert_eq!(loc.to_string(), "k.py:4:2");
    }
}
