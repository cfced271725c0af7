//! Faults: typed payloads with a stable code, collected by a sink that keeps source order.
//!
//! A rule makes a [`Fault`]; [`Diagnostic`] adds where it is and which other places matter;
//! [`Sink`] collects. Nothing here prints: the root package renders.

mod code;
mod sink;

pub use code::{Code, Level};
pub use sink::Sink;

use crate::loc::Loc;
use std::any::Any;
use std::fmt;

/// What a rule found wrong: the typed payload of a diagnostic.
///
/// The message says in a kernel author's words what clashes; the hint says what to write instead.
pub trait Fault: fmt::Debug + fmt::Display + Any + Send + Sync {
    /// The stable code. Never reused for another meaning.
    fn code(&self) -> &'static Code;

    /// What to write instead, when the rule knows.
    fn hint(&self) -> Option<String> {
        None
    }

    /// For tests and tools that want the typed payload back.
    fn as_any(&self) -> &dyn Any;
}

/// A further place that matters, with what it has to do with the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub loc: Loc,
    /// Why it matters, in a few words.
    pub text: String,
}

/// One reported fault: payload, place, labels.
#[derive(Debug)]
pub struct Diagnostic {
    /// The typed payload.
    pub fault: Box<dyn Fault>,
    /// The primary place.
    pub loc: Loc,
    /// The operation concerned, as `dialect.op`; empty for faults of the file as a whole.
    pub op: String,
    /// The kernel function the op lies in, when known.
    pub function: Option<String>,
    /// Other places: allocations, view chains, the other side of a pair.
    pub labels: Vec<Label>,
    /// Position in source order; the sink sorts by it.
    pub order: u64,
}

impl Diagnostic {
    /// A diagnostic without labels at `loc`.
    pub fn new(fault: impl Fault, loc: Loc, op: impl Into<String>) -> Self {
        Self { fault: Box::new(fault), loc, op: op.into(), function: None, labels: Vec::new(), order: 0 }
    }

    /// Adds a place that matters.
    #[must_use]
    pub fn label(mut self, loc: Loc, text: impl Into<String>) -> Self {
        self.labels.push(Label { loc, text: text.into() });
        self
    }

    /// The code of the fault.
    #[must_use]
    pub fn code(&self) -> &'static Code {
        self.fault.code()
    }
}
