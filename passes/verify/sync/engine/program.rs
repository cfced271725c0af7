//! A kernel reduced to what synchronisation depends on: scalar code, views, memory accesses, DMAs,
//! semaphores and structured control flow. Vector arithmetic is left out.

use super::number::Operator;
use tessera_core::graph::{OpId, ValueId, ViewKind};

/// A sequence of steps, with what it hands to the operation around it.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Arguments of the block.
    pub arguments: Vec<ValueId>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Operands of its terminator.
    pub yields: Vec<ValueId>,
    /// What is inside, at any depth.
    pub holds: Holds,
}

/// What a block contains at any depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holds {
    /// Starts, waits, signals.
    pub syncs: bool,
    /// Loads and stores.
    pub accesses: bool,
    /// Something that cannot be followed.
    pub opaque: bool,
}

impl Holds {
    /// Both together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self {
            syncs: self.syncs || other.syncs,
            accesses: self.accesses || other.accesses,
            opaque: self.opaque || other.opaque,
        }
    }

    /// Whether leaving it out changes nothing but its results.
    #[must_use]
    pub const fn nothing(self) -> bool {
        !self.syncs && !self.accesses && !self.opaque
    }
}

/// One operation.
#[derive(Clone, Debug)]
pub struct Step {
    /// Which.
    pub op: OpId,
    /// What it does.
    pub what: What,
}

/// A load or store.
#[derive(Clone, Debug)]
pub struct Access {
    /// The ref.
    pub base: ValueId,
    /// Where in it.
    pub indices: Vec<ValueId>,
    /// How much of it, per dimension; `None` when all of it may be meant.
    pub sizes: Option<Vec<i64>>,
    /// Whether all of that is touched, not only some elements.
    pub exact: bool,
    /// The integer that is loaded or stored, for scalars.
    pub scalar: Option<ValueId>,
    /// For a load: whether anything uses what was loaded.
    pub used: bool,
}

/// The start of a DMA.
#[derive(Clone, Debug)]
pub struct Start {
    /// What is read.
    pub source: Option<ValueId>,
    /// What is written.
    pub target: Option<ValueId>,
    /// Counts what has been read, of a remote copy.
    pub source_semaphore: Option<ValueId>,
    /// Counts what has been written.
    pub target_semaphore: Option<ValueId>,
    /// Which slices a gather or scatter moves, when they are in memory.
    pub offsets: Option<ValueId>,
    /// Whether it writes to another device or core.
    pub remote: bool,
    /// Whether only parts of source and target are touched, as by a gather.
    pub indirect: bool,
}

/// What an operation does.
#[derive(Clone, Debug)]
pub enum What {
    /// Integer arithmetic.
    Binary(Operator, ValueId, ValueId, ValueId, u32),
    /// Comparison by the number of its predicate.
    Compare(i64, ValueId, ValueId, ValueId, u32),
    /// Choice between two values: condition, yes, no, result.
    Select(ValueId, ValueId, ValueId, ValueId),
    /// The same number, negated for the sign extension of a bool.
    Same(ValueId, ValueId, bool),
    /// The low bits of a number: number, result, how many.
    Narrow(ValueId, ValueId, u32),
    /// A question to the machine: name, argument, result.
    Machine(&'static str, i64, ValueId),
    /// Numbers that nobody knows.
    Fresh(Vec<ValueId>),
    /// A view: kind, ref, offsets, sizes known at run time only, result.
    View(ViewKind, ValueId, Vec<ValueId>, Vec<ValueId>, ValueId),
    /// Fresh memory.
    Alloc(ValueId),
    /// Reads memory; the result is integer when `scalar` is there.
    Load(Access),
    /// Writes memory.
    Store(Access),
    /// Starts a DMA.
    Start(Start),
    /// Waits for as many bytes as `amount` has: semaphore, amount, the other ref.
    Wait(ValueId, Option<ValueId>, Option<ValueId>),
    /// Adds to a semaphore: semaphore, amount.
    Signal(ValueId, ValueId),
    /// Takes off a semaphore.
    SemWait(ValueId, ValueId),
    /// Looks at a semaphore.
    SemRead(ValueId, ValueId),
    /// `scf.if`: condition, branches, results.
    If(ValueId, Block, Block, Vec<ValueId>),
    /// `scf.for`: bounds and step, start values, body, results.
    For([ValueId; 3], Vec<ValueId>, Block, Vec<ValueId>),
    /// `scf.while`: start values, condition, the blocks, results. The yields of the first block are what goes on.
    While(Vec<ValueId>, ValueId, Block, Block, Vec<ValueId>),
    /// A scope: body, what is allocated in it, results.
    Region(Block, Vec<ValueId>, Vec<ValueId>),
    /// Something that cannot be followed, with the refs it is given and its results.
    Opaque(Vec<ValueId>, Vec<ValueId>),
}
