//! One path through a kernel at one moment: values, copies in flight, semaphores, and what was written.

use super::facts::Facts;
use super::number::{Number, Numbers};
use super::region::{Overlap, Region, View};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use tessera_core::graph::{OpId, ValueId};

/// What a value is on a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Val {
    /// Not followed: vectors, floats, and refs that cannot be told.
    #[default]
    Unknown,
    /// An integer.
    Number(Number),
    /// A ref.
    Ref(Rc<View>),
}

/// One semaphore: the memory and the index in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The semaphores it belongs to.
    pub root: ValueId,
    /// Which of them.
    pub index: Vec<Number>,
}

/// What a semaphore holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Which.
    pub slot: Slot,
    /// What has been or will be added, less what has been taken off. Bytes, for DMAs.
    pub value: Number,
    /// What has been added since it was last empty.
    pub came: Number,
    /// The last operation that added to it.
    pub added: Option<OpId>,
    /// The last operation that took off.
    pub taken: Option<OpId>,
}

/// A copy, or one end of a remote copy, that may be under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    /// Its start.
    pub op: OpId,
    /// What it may still read.
    pub reads: Option<Region>,
    /// What it may still write.
    pub writes: Option<Region>,
    /// The semaphore that says when it is done.
    pub slot: Slot,
    /// How much it adds to that.
    pub bytes: Number,
    /// A wait that it, or another copy, has satisfied.
    pub maybe: Option<OpId>,
    /// Whether such a wait named its refs.
    pub named: bool,
    /// Whether it is an end of a remote copy.
    pub remote: bool,
}

/// What may have been written of a memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Any part.
    pub all: bool,
    /// These parts.
    pub parts: Vec<Region>,
}

/// Parts of a memory that are kept apart; more count as all of it.
const MOST_PARTS: usize = 64;

impl Written {
    /// Notes that `region` may have been written.
    pub fn add(&mut self, region: &Region) {
        if self.all || self.parts.contains(region) {
            return;
        }
        if self.parts.len() >= MOST_PARTS {
            self.all = true;
            self.parts.clear();
        } else {
            self.parts.push(region.clone());
        }
    }

    /// Whether nothing of `region` can have been written.
    pub fn lacks(&self, region: &Region, numbers: &mut Numbers) -> bool {
        !self.all && self.parts.iter().all(|part| part.overlap(region, numbers) == Overlap::Apart)
    }

    fn join(&mut self, other: &Self) {
        self.all |= other.all;
        for part in &other.parts {
            self.add(part);
        }
    }
}

/// Integers in memory, as far as they were stored one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scalars {
    /// How often something unknown was stored.
    pub epoch: u32,
    /// What is known, by index.
    pub known: BTreeMap<Vec<Number>, Number>,
}

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks(Vec<u64>);

impl Marks {
    /// Puts `mark` in; says whether it was there.
    pub fn add(&mut self, mark: usize) -> bool {
        let (word, bit) = (mark / 64, 1 << (mark % 64));
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        let Some(slot) = self.0.get_mut(word) else { return false };
        let there = *slot & bit != 0;
        *slot |= bit;
        there
    }

    /// Whether `mark` is in.
    #[must_use]
    pub fn has(&self, mark: usize) -> bool {
        self.0.get(mark / 64).is_some_and(|word| word & (1 << (mark % 64)) != 0)
    }

    /// Adds all of `other`.
    pub fn join(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, theirs) in self.0.iter_mut().zip(&other.0) {
            *word |= theirs;
        }
    }

    /// Everything that is in.
    pub fn all(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(word, bits)| {
            (0..64).filter(move |bit| bits & (1 << bit) != 0).map(move |bit| word * 64 + bit)
        })
    }
}

/// One path, or several that have come together.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Values by id.
    pub values: Vec<Val>,
    /// What has been assumed.
    pub facts: Facts,
    /// Semaphores that have been touched.
    pub counts: Vec<Count>,
    /// Copies under way, in the order of their starts.
    pub flights: Vec<Flight>,
    /// Memories whose content matters.
    pub written: BTreeMap<ValueId, Written>,
    /// Integers in memories.
    pub scalars: BTreeMap<ValueId, Scalars>,
    /// Semaphores that can no longer be followed.
    pub lost: BTreeSet<ValueId>,
    /// Whether no semaphore can be followed any more.
    pub blind: bool,
    /// Whether a branch depends on the device or core.
    pub split: bool,
    /// Numbers of the findings on this path.
    pub findings: BTreeSet<usize>,
    /// What has been executed and which way branches went.
    pub marks: Marks,
    /// Whether it stands for every path that gets here.
    pub alone: bool,
}

impl State {
    /// The value.
    #[must_use]
    pub fn get(&self, value: ValueId) -> &Val {
        const UNKNOWN: &Val = &Val::Unknown;
        self.values.get(value.index()).unwrap_or(UNKNOWN)
    }

    /// The value as an integer.
    #[must_use]
    pub fn number(&self, value: ValueId) -> Option<Number> {
        match self.get(value) {
            Val::Number(number) => Some(*number),
            Val::Ref(_) | Val::Unknown => None,
        }
    }

    /// The value as a ref.
    #[must_use]
    pub fn view(&self, value: ValueId) -> Option<Rc<View>> {
        match self.get(value) {
            Val::Ref(view) => Some(Rc::clone(view)),
            Val::Number(_) | Val::Unknown => None,
        }
    }

    /// Sets a value.
    pub fn set(&mut self, value: ValueId, to: Val) {
        if let Some(slot) = self.values.get_mut(value.index()) {
            *slot = to;
        }
    }

    /// Whether two paths agree on all that matters from here on, but for what they assume.
    #[must_use]
    pub fn agrees(&self, other: &Self, results: &[ValueId]) -> bool {
        self.flights == other.flights
            && self.counts == other.counts
            && self.findings == other.findings
            && self.lost == other.lost
            && self.blind == other.blind
            && self.scalars == other.scalars
            && results.iter().all(|result| self.get(*result) == other.get(*result))
    }

    /// Takes a path in that agrees with this one.
    pub fn join(&mut self, other: &Self) {
        self.facts.meet(&other.facts);
        self.marks.join(&other.marks);
        self.split |= other.split;
        for (root, written) in &other.written {
            self.written.entry(*root).or_default().join(written);
        }
        self.alone |= other.alone;
    }

    /// Copies on the semaphores of `root` may be known to be done; what they add is still to be taken off.
    pub fn polled(&mut self, root: ValueId) {
        for flight in self.flights.iter_mut().filter(|flight| flight.slot.root == root) {
            flight.reads = None;
            flight.writes = None;
        }
    }

    /// Gives up on the semaphores of `root`: copies on them may be done or not.
    pub fn lose(&mut self, root: ValueId) {
        self.lost.insert(root);
        self.flights.retain(|flight| flight.slot.root != root);
        self.counts.retain(|count| count.slot.root != root);
    }
}

/// Joins the paths that agree.
pub fn join_all(states: &mut Vec<State>, results: &[ValueId]) {
    if states.len() < 2 {
        return;
    }
    let mut kept: Vec<State> = Vec::with_capacity(states.len());
    for state in states.drain(..) {
        match kept.iter_mut().find(|other| other.agrees(&state, results)) {
            Some(other) => other.join(&state),
            None => kept.push(state),
        }
    }
    *states = kept;
}
