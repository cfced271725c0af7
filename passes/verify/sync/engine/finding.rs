//! What the analysis finds, before a rule puts it into words.

use tessera_core::graph::{OpId, ValueId};

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// At the start of a copy: no wait covers it.
    NeverAwaited,
    /// At a wait for a copy: nothing arrives on its semaphore.
    WaitWithoutStart,
    /// At a wait for a copy: what arrives is of another size, in bytes.
    WaitSize {
        /// What is waited for.
        need: i64,
        /// What arrives.
        have: i64,
    },
    /// At an access: a wait came before, but another copy may have satisfied it.
    AmbiguousWait {
        /// That wait.
        wait: OpId,
    },
    /// At a read of what a copy may still write.
    ReadInFlight,
    /// At a write of what a copy may still read or write.
    WriteInFlight {
        /// Whether the copy reads it.
        source: bool,
    },
    /// At the last operation on a semaphore that does not end where it started.
    NotRestored {
        /// What is left.
        left: i64,
    },
    /// At a wait on a regular semaphore: nobody signals enough.
    NeverSatisfied {
        /// What is waited for.
        need: i64,
        /// What has been signalled.
        have: i64,
    },
    /// At a read of memory that nothing has written.
    Uninitialised,
}

/// How sure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// On every path that gets there.
    Always,
    /// When that branch goes that way, and not otherwise.
    Branch {
        /// The branch.
        op: OpId,
        /// The way.
        taken: bool,
    },
}

/// One fault, found on some path.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is wrong.
    pub kind: Kind,
    /// Where.
    pub op: OpId,
    /// The other side of the pair.
    pub other: Option<OpId>,
    /// The ref concerned, for its name.
    pub value: ValueId,
    /// When it happens.
    pub when: When,
}

impl Finding {
    /// A finding that is always so.
    #[must_use]
    pub const fn new(kind: Kind, op: OpId, other: Option<OpId>, value: ValueId) -> Self {
        Self { kind, op, other, value, when: When::Always }
    }

    /// Findings with one key are one fault.
    #[must_use]
    pub fn key(&self) -> (std::mem::Discriminant<Kind>, OpId, Option<OpId>) {
        let other = match self.kind {
            Kind::AmbiguousWait { .. } | Kind::ReadInFlight | Kind::WriteInFlight { .. } => self.other,
            Kind::NeverAwaited
            | Kind::WaitWithoutStart
            | Kind::WaitSize { .. }
            | Kind::NotRestored { .. }
            | Kind::NeverSatisfied { .. }
            | Kind::Uninitialised => None,
        };
        (std::mem::discriminant(&self.kind), self.op, other)
    }
}
