//! Stable codes: `T` and four digits, grouped by what they are about.

use std::fmt;

/// How bad a fault is. Part of the code, so one code has one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Something a reader may want to know.
    Note,
    /// Legal, but most likely not meant.
    Warning,
    /// The kernel is wrong.
    Error,
    /// The kernel is fine; Tessera cannot do this (yet).
    Unsupported,
    /// Tessera is at fault.
    Bug,
}

impl Level {
    /// The word shown before the code.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
            Self::Unsupported => "unsupported",
            Self::Bug => "bug",
        }
    }
}

/// A stable code with its name and the page that explains it.
///
/// Groups: T01 reading, T02 structure, T03 DMA, T04 semaphores, T05 memory, T06 synchronisation and grid,
/// T07 not supported, T08 running, T09 races, T99 our bug.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// The four digits.
    pub number: u16,
    /// The fault's name in snake case, e.g. `dma_shape_mismatch`.
    pub name: &'static str,
    /// How bad it is.
    pub level: Level,
    /// The page shown by `tessera explain`: what, why, wrong, right, source.
    pub page: &'static str,
}

impl Code {
    /// Declares a code.
    #[must_use]
    pub const fn new(number: u16, name: &'static str, level: Level, page: &'static str) -> Self {
        Self { number, name, level, page }
    }
}

impl fmt::Display for Code {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "T{:04}", self.number)
    }
}
