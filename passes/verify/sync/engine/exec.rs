//! Running the steps of a block on paths.

use super::arithmetic::wrap;
use super::finding::{Finding, Kind};
use super::number::{Atom, Number, Numbers};
use super::program::{Block, Step, What};
use super::region::{Region, View};
use super::roots::Roots;
use super::state::{Marks, State, Val};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use tessera_core::graph::{KernelGraph, OpId, ValueId, ViewKind};

/// Steps that are run before the analysis says that it cannot tell.
pub const BUDGET: usize = 150_000;
/// Paths that are kept apart.
pub const MOST_PATHS: usize = 48;

/// Faults of one kernel that are told.
pub const MOST_FINDINGS: usize = 100;

/// What has been executed: kinds of [`Marks`].
pub const RAN: usize = 0;
/// The branch was taken.
pub const YES: usize = 1;
/// The branch was not taken.
pub const NO: usize = 2;
/// The loop ran at least twice.
pub const TWICE: usize = 3;

/// The mark of that kind for an operation.
#[must_use]
pub fn mark(op: OpId, kind: usize) -> usize {
    op.index() * 4 + kind
}

/// One analysis of one kernel.
pub struct Exec<'g> {
    /// The kernel graph.
    pub graph: &'g KernelGraph,
    /// Integers.
    pub numbers: Numbers,
    /// Memories.
    pub roots: Roots,
    /// Steps left.
    pub budget: usize,
    /// Whether not all paths were followed to their ends.
    pub cut: Option<OpId>,
    /// Everything found on any path.
    pub findings: Vec<Finding>,
    keys: HashMap<(std::mem::Discriminant<Kind>, OpId, Option<OpId>), usize>,
    /// Numbers of findings that are on every path to their place.
    pub certain: BTreeSet<usize>,
    /// Paths that hang.
    pub ended: Vec<State>,
    /// Branches that ran more than once on one path.
    pub repeated: Marks,
}

impl<'g> Exec<'g> {
    /// Nothing done yet.
    #[must_use]
    pub fn new(graph: &'g KernelGraph, roots: Roots) -> Self {
        Self {
            graph,
            numbers: Numbers::default(),
            roots,
            budget: BUDGET,
            cut: None,
            findings: Vec::new(),
            keys: HashMap::new(),
            certain: BTreeSet::new(),
            ended: Vec::new(),
            repeated: Marks::default(),
        }
    }

    /// Notes a finding on a path.
    pub fn found(&mut self, state: &mut State, finding: Finding) {
        let next = self.findings.len();
        let known = self.keys.get(&finding.key()).copied();
        if known.is_none() && next >= MOST_FINDINGS {
            return;
        }
        let number = known.unwrap_or(next);
        if number == next {
            self.keys.insert(finding.key(), number);
            self.findings.push(finding);
        }
        state.findings.insert(number);
        if state.alone {
            self.certain.insert(number);
        }
    }

    /// Runs `block` on every path in turn, and gives the paths that come out.
    pub fn block(&mut self, block: &Block, mut states: Vec<State>) -> Vec<State> {
        for step in &block.steps {
            match self.budget.checked_sub(states.len().max(1)) {
                Some(left) => self.budget = left,
                None => {
                    self.cut.get_or_insert(step.op);
                    return Vec::new();
                }
            }
            if states.is_empty() {
                return states;
            }
            states = self.step(step, states);
            if states.len() > MOST_PATHS {
                self.cut.get_or_insert(step.op);
                states.truncate(MOST_PATHS);
            }
        }
        states
    }

    fn step(&mut self, step: &Step, mut states: Vec<State>) -> Vec<State> {
        match &step.what {
            What::If(condition, yes, no, results) => {
                self.branch(step.op, *condition, (yes, no), results, states)
            }
            What::For(bounds, start, body, results) => {
                self.for_loop(step.op, *bounds, start, body, results, states)
            }
            What::While(start, condition, before, after, results) => {
                self.while_loop(step.op, start, *condition, (before, after), results, states)
            }
            What::Region(body, allocated, results) => self.region(body, allocated, results, states),
            What::View(ViewKind::Slice, source, offsets, _, _) if self.is_semaphores(*source) => {
                let mut states = self.choose_slots(*source, offsets, states);
                for state in &mut states {
                    self.simple(state, step.op, &step.what);
                }
                states
            }
            What::Select(condition, yes, no, result) if self.graph.ref_type(*result).is_some() => {
                self.select_ref(*condition, (*yes, *no), *result, states)
            }
            what => {
                let mut hung = false;
                for state in &mut states {
                    if !self.simple(state, step.op, what) {
                        hung = true;
                        state.values.clear();
                    }
                }
                if hung {
                    for state in std::mem::take(&mut states) {
                        if state.values.is_empty() { self.ended.push(state) } else { states.push(state) }
                    }
                }
                states
            }
        }
    }

    /// Runs a step without blocks on one path. False when the path ends here.
    fn simple(&mut self, state: &mut State, op: OpId, what: &What) -> bool {
        match what {
            What::Binary(operator, a, b, result, bits) => {
                let value = match (state.number(*a), state.number(*b)) {
                    (Some(a), Some(b)) => self.numbers.binary(*operator, a, b, *bits),
                    _ => self.numbers.fresh(),
                };
                state.set(*result, Val::Number(value));
            }
            What::Compare(predicate, a, b, result, bits) => {
                let value = match (state.number(*a), state.number(*b)) {
                    (Some(a), Some(b)) => self.numbers.compare(*predicate, a, b, *bits),
                    _ => self.numbers.fresh(),
                };
                state.set(*result, Val::Number(value));
            }
            What::Select(condition, yes, no, result) => {
                let value = self.select(state, *condition, *yes, *no);
                state.set(*result, value);
            }
            What::Same(from, result, negated) => {
                let value = match state.number(*from) {
                    Some(value) if *negated => self.numbers.combine(Number::Known(0), value, -1),
                    Some(value) => value,
                    None => self.numbers.fresh(),
                };
                state.set(*result, Val::Number(value));
            }
            What::Narrow(from, result, bits) => {
                let value = match state.number(*from) {
                    Some(Number::Known(value)) => Number::Known(wrap(value, *bits)),
                    Some(form) if *bits >= 32 || self.numbers.is_bool(form) => form,
                    Some(_) | None => self.numbers.fresh(),
                };
                state.set(*result, Val::Number(value));
            }
            What::Machine(name, argument, result) => {
                let value = self.numbers.atom(Atom::Machine((*name).to_owned(), *argument));
                state.set(*result, Val::Number(value));
            }
            What::Fresh(results) => self.forget(state, results),
            What::View(kind, source, offsets, sizes, result) => {
                self.view(state, *kind, *source, (offsets, sizes), *result)
            }
            What::Alloc(result) => {
                if let Some(ty) = self.graph.ref_type(*result) {
                    let view = View::whole(*result, ty, &mut self.numbers);
                    state.set(*result, Val::Ref(Rc::new(view)));
                }
                state.written.remove(result);
                state.scalars.entry(*result).or_default().epoch += 1;
                if let Some(scalars) = state.scalars.get_mut(result) {
                    scalars.known.clear();
                }
                state.lost.remove(result);
            }
            What::Load(access) => self.load(state, op, access),
            What::Store(access) => self.store(state, op, access),
            What::Start(start) => {
                state.marks.add(mark(op, RAN));
                self.start(state, op, start);
            }
            What::Wait(semaphore, amount, other) => {
                state.marks.add(mark(op, RAN));
                return self.wait(state, op, *semaphore, *amount, *other);
            }
            What::Signal(semaphore, amount) => {
                state.marks.add(mark(op, RAN));
                self.signal(state, op, *semaphore, *amount);
            }
            What::SemWait(semaphore, amount) => {
                state.marks.add(mark(op, RAN));
                return self.sem_wait(state, op, *semaphore, *amount);
            }
            What::SemRead(semaphore, result) => {
                // Who polls a count may know that a copy is done before a wait says so.
                match state.view(*semaphore) {
                    Some(view) => state.polled(view.region.root),
                    None => state.blind = true,
                }
                self.forget(state, &[*result]);
            }
            What::Opaque(refs, results) => self.opaque(state, op, refs, results),
            What::If(..) | What::For(..) | What::While(..) | What::Region(..) => {}
        }
        true
    }

    /// Results become numbers that nobody knows.
    pub fn forget(&mut self, state: &mut State, results: &[ValueId]) {
        for result in results {
            let value = if self.graph.ref_type(*result).is_some() {
                Val::Unknown
            } else {
                Val::Number(self.numbers.fresh())
            };
            state.set(*result, value);
        }
    }

    fn select(&mut self, state: &State, condition: ValueId, yes: ValueId, no: ValueId) -> Val {
        let truth =
            state.number(condition).and_then(|condition| state.facts.truth(condition, &mut self.numbers));
        match truth {
            Some(true) => state.get(yes).clone(),
            Some(false) => state.get(no).clone(),
            None => match (state.number(condition), state.get(yes), state.get(no)) {
                (_, Val::Ref(a), Val::Ref(b)) if a == b => Val::Ref(Rc::clone(a)),
                (Some(condition), Val::Number(yes), Val::Number(no)) => {
                    Val::Number(self.numbers.select(condition, *yes, *no))
                }
                (None, Val::Number(_), Val::Number(_)) => Val::Number(self.numbers.fresh()),
                _ => Val::Unknown,
            },
        }
    }

    fn view(
        &mut self,
        state: &mut State,
        kind: ViewKind,
        source: ValueId,
        (offsets, sizes): (&[ValueId], &[ValueId]),
        result: ValueId,
    ) {
        let (Some(from), Some(ty)) = (state.view(source), self.graph.ref_type(result)) else {
            state.set(result, Val::Unknown);
            return;
        };
        let view = if kind == ViewKind::Slice {
            let mut dynamic = sizes.iter();
            let mut shape = Vec::with_capacity(ty.rank());
            for size in &ty.shape {
                let known = size.and_then(|size| i64::try_from(size).ok()).map(Number::Known);
                let size = known.or_else(|| dynamic.next().and_then(|size| state.number(*size)));
                shape.push(size.unwrap_or_else(|| self.numbers.fresh()));
            }
            let offsets: Vec<Number> = offsets.iter().map(|at| self.offset(state, *at)).collect();
            from.slice(&offsets, &shape, &mut self.numbers)
        } else {
            from.seen_as(kind, ty, &mut self.numbers)
        };
        state.set(result, Val::Ref(Rc::new(view)));
    }

    /// An offset of a slice: a number, as far as the path knows it.
    fn offset(&mut self, state: &State, at: ValueId) -> Number {
        let number = state.number(at).unwrap_or_else(|| self.numbers.fresh());
        state.facts.value(number, &mut self.numbers).map_or(number, Number::Known)
    }

    fn opaque(&mut self, state: &mut State, op: OpId, refs: &[ValueId], results: &[ValueId]) {
        let inside = !self.graph.children(op).is_empty() || self.graph.op_name(op) == "func.call";
        if inside {
            state.blind = true;
            state.flights.clear();
            state.counts.clear();
            self.wrote_anything(state);
        }
        for value in refs {
            let Some(view) = state.view(*value) else { continue };
            let root = view.region.root;
            if self.graph.ref_type(root).is_some_and(|ty| ty.element.is_semaphore()) {
                state.lose(root);
            } else {
                let region = Region { exact: false, ..view.region.clone() };
                self.wrote(state, &region);
            }
        }
        self.forget(state, results);
    }
}
