//! Ends of scopes and of the kernel, and what may be reported of all that was found.

use super::exec::{Exec, NO, RAN, TWICE, YES};
use super::finding::{Finding, Kind, When};
use super::number::Number;
use super::roots::Owner;
use super::state::{Count, Marks, State};
use tessera_core::graph::{OpId, ValueId};

impl Exec<'_> {
    /// The semaphores of `root` go out of scope: nothing may be left in them, and no copy under way on them.
    pub fn leave(&mut self, state: &mut State, root: ValueId) {
        if state.lost.remove(&root) || state.blind {
            return;
        }
        let owner = self.roots.owner(root);
        let left: Vec<Count> = state.counts.iter().filter(|count| count.slot.root == root).cloned().collect();
        for count in left {
            let sure = owner == Owner::Kernel || (owner == Owner::Devices && !state.split);
            let value = match count.value {
                Number::Known(value) => value,
                // Copies of unknown size that nothing was ever taken off for.
                Number::Form(_) if count.taken.is_none() && !self.roots.is_regular(root) => 1,
                Number::Form(_) => continue,
            };
            if !sure || value == 0 {
                continue;
            }
            if self.roots.is_regular(root) {
                self.leave_regular(state, &count, value);
            } else {
                self.leave_copies(state, &count, value);
            }
        }
        state.flights.retain(|flight| flight.slot.root != root);
        state.counts.retain(|count| count.slot.root != root);
    }

    fn leave_regular(&mut self, state: &mut State, count: &Count, value: i64) {
        let root = count.slot.root;
        // A barrier may be signalled in one kernel and waited for in the next.
        if self.roots.barriers.contains(&root) && (count.added.is_none() || count.taken.is_none()) {
            return;
        }
        if value > 0 {
            let Some(op) = count.added else { return };
            self.found(state, Finding::new(Kind::NotRestored { left: value }, op, count.taken, root));
        } else if let Some(op) = count.taken {
            let kind = Kind::NeverSatisfied { need: -value, have: 0 };
            self.found(state, Finding::new(kind, op, count.added, root));
        }
    }

    fn leave_copies(&mut self, state: &mut State, count: &Count, value: i64) {
        let root = count.slot.root;
        if value < 0 {
            if let Some(op) = count.taken {
                self.found(state, Finding::new(Kind::WaitWithoutStart, op, count.added, root));
            }
            return;
        }
        let under_way: Vec<_> =
            state.flights.iter().filter(|flight| flight.slot == count.slot).cloned().collect();
        let unnamed: Vec<_> = under_way.iter().filter(|flight| !flight.named).collect();
        match (under_way.as_slice(), unnamed.as_slice()) {
            ([], _) => {
                // All copies are done, but more came than was taken off.
                let (Some(wait), Number::Known(have)) = (count.taken, count.came) else { return };
                let kind = Kind::WaitSize { need: have - value, have };
                self.found(state, Finding::new(kind, wait, count.added, root));
            }
            ([.., last], []) => {
                self.found(state, Finding::new(Kind::NeverAwaited, last.op, last.maybe, root));
            }
            (_, several) => {
                for flight in several {
                    self.found(state, Finding::new(Kind::NeverAwaited, flight.op, flight.maybe, root));
                }
            }
        }
    }

    /// The end of the kernel.
    pub fn end(&mut self, states: &mut [State]) {
        let scratch = [self.roots.scratch.as_slice(), &self.roots.barriers].concat();
        for state in states {
            for root in &scratch {
                if self.graph.ref_type(*root).is_some_and(|ty| ty.element.is_semaphore()) {
                    self.leave(state, *root);
                }
            }
        }
    }

    /// What may be reported, given the paths at the end of the kernel.
    ///
    /// A finding is reported when it is on every path, or on every path that executes some operation, goes
    /// some way at a branch that is asked once, or goes round a loop twice: whatever is written in a program
    /// is meant to happen. When some paths were given up, only what is on all paths to its place counts.
    #[must_use]
    pub fn conclude(&mut self, finals: Vec<State>) -> Vec<Finding> {
        let mut all = std::mem::take(&mut self.ended);
        all.extend(finals);
        let mut kept = Vec::new();
        for (number, finding) in self.findings.iter().enumerate() {
            let mut finding = finding.clone();
            if self.certain.contains(&number) {
                kept.push(finding);
            } else if self.cut.is_none()
                && let Some(when) = self.when(number, &all)
            {
                finding.when = when;
                kept.push(finding);
            }
        }
        without_consequences(kept)
    }

    fn when(&self, number: usize, all: &[State]) -> Option<When> {
        let (with, without): (Vec<&State>, Vec<&State>) =
            all.iter().partition(|state| state.findings.contains(&number));
        if with.is_empty() {
            return None;
        }
        if without.is_empty() {
            return Some(When::Always);
        }
        let mut elsewhere = Marks::default();
        for state in without {
            elsewhere.join(&state.marks);
        }
        let first = with.first()?;
        let common = |mark: &usize| with.iter().all(|state| state.marks.has(*mark)) && !elsewhere.has(*mark);
        let mut branch = None;
        for mark in first.marks.all().filter(common) {
            let (op, kind) = (OpId::new(mark / 4), mark % 4);
            match kind {
                RAN | TWICE => return Some(self.at_branch(branch).unwrap_or(When::Always)),
                YES | NO if !self.repeated.has(mark - kind) => branch = branch.or(Some((op, kind == YES))),
                _ => {}
            }
        }
        self.at_branch(branch)
    }

    fn at_branch(&self, branch: Option<(OpId, bool)>) -> Option<When> {
        branch.map(|(op, taken)| When::Branch { op, taken })
    }
}

/// Leaves out what follows from another finding.
fn without_consequences(findings: Vec<Finding>) -> Vec<Finding> {
    let unawaited: Vec<OpId> = findings
        .iter()
        .filter(|finding| finding.kind == Kind::NeverAwaited)
        .map(|finding| finding.op)
        .collect();
    let short: Vec<OpId> = findings
        .iter()
        .filter(|finding| matches!(finding.kind, Kind::WaitSize { .. }))
        .map(|finding| finding.op)
        .collect();
    let follows = |finding: &Finding| match finding.kind {
        Kind::ReadInFlight | Kind::WriteInFlight { .. } => {
            finding.other.is_some_and(|op| unawaited.contains(&op))
        }
        Kind::AmbiguousWait { wait } => {
            short.contains(&wait) || finding.other.is_some_and(|op| unawaited.contains(&op))
        }
        Kind::NeverAwaited
        | Kind::WaitWithoutStart
        | Kind::WaitSize { .. }
        | Kind::NotRestored { .. }
        | Kind::NeverSatisfied { .. }
        | Kind::Uninitialised => false,
    };
    findings.into_iter().filter(|finding| !follows(finding)).collect()
}
