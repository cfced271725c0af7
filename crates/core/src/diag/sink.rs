//! Collects diagnostics of one run, in source order, each once.

use super::{Diagnostic, Level};
use crate::loc::Loc;
use std::collections::HashSet;

/// The list of faults of one run.
#[derive(Debug, Default)]
pub struct Sink {
    items: Vec<Diagnostic>,
    seen: HashSet<Key>,
}

/// What makes a fault the same as another: its code, where it is, and what it says.
type Key = (u16, u64, Loc, String);

impl Sink {
    /// An empty sink.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a fault. An identical one (same code, place, op and message) is dropped.
    pub fn push(&mut self, item: Diagnostic) {
        let key = (item.code().number, item.order, item.loc.clone(), item.fault.to_string());
        if self.seen.insert(key) {
            self.items.push(item);
        }
    }

    /// Moves all faults of `other` behind those here.
    pub fn append(&mut self, other: Self) {
        self.items.extend(other.items);
        self.seen.extend(other.seen);
    }

    /// The worst level seen.
    #[must_use]
    pub fn worst(&self) -> Option<Level> {
        self.items.iter().map(|item| item.code().level).max()
    }

    /// Whether anything at error level or worse was reported.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.worst() >= Some(Level::Error)
    }

    /// How many faults there are at `level`.
    #[must_use]
    pub fn count(&self, level: Level) -> usize {
        self.items.iter().filter(|item| item.code().level == level).count()
    }

    /// Whether nothing was reported.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The faults so far, in the order of reporting.
    #[must_use]
    pub fn items(&self) -> &[Diagnostic] {
        &self.items
    }

    /// The faults in source order; faults at one place keep the order of reporting.
    #[must_use]
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.items.sort_by_key(|item| item.order);
        self.items
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Code, Fault};
    use crate::loc::Loc;
    use std::any::Any;

    static CODE: Code = Code::new(9998, "test_fault", Level::Error, "");

    #[derive(Debug, thiserror::Error)]
    #[error("fault {0}")]
    struct TestFault(u32);

    impl Fault for TestFault {
        fn code(&self) -> &'static Code {
            &CODE
        }
        fn as_any(&self) -> &dyn Any {
            self
        }
    }

    fn at(order: u64, payload: u32) -> Diagnostic {
        let mut item = Diagnostic::new(TestFault(payload), Loc::default(), "tpu.x");
        item.order = order;
        item
    }

    #[test]
    fn sorts_by_source_order_and_drops_duplicates() {
        let mut sink = Sink::new();
        sink.push(at(2, 20));
        sink.push(at(1, 10));
        sink.push(at(2, 20));
        sink.push(at(2, 21));
        assert!(sink.has_errors());
        let texts: Vec<String> = sink.into_sorted().iter().map(|item| item.fault.to_string()).collect();
        assert_eq!(texts, ["fault 10", "fault 20", "fault 21"]);
    }
}
