//! What starts, waits and signals do to a path.

use super::exec::Exec;
use super::finding::{Finding, Kind};
use super::number::Number;
use super::program::Start;
use super::region::{Region, View};
use super::roots::Owner;
use super::state::{Count, Flight, Slot, State};
use tessera_core::graph::{OpId, ValueId};

/// The semaphore that a view selects, when it selects one.
fn slot_of(view: &View) -> Option<Slot> {
    let one = view.region.size.iter().all(|size| *size == Number::Known(1));
    (one && view.region.exact).then(|| Slot { root: view.region.root, index: view.region.start.clone() })
}

impl Exec<'_> {
    /// The semaphore behind an operand; `None` when it cannot be followed, which the path then remembers.
    fn slot(&mut self, state: &mut State, semaphore: ValueId) -> Option<Slot> {
        if state.blind {
            return None;
        }
        let Some(view) = state.view(semaphore) else {
            state.blind = true;
            state.flights.clear();
            return None;
        };
        let root = view.region.root;
        if state.lost.contains(&root) {
            return None;
        }
        let Some(slot) = slot_of(&view) else {
            state.lose(root);
            return None;
        };
        // A peer's number for a slot is not this device's: sums by slot mean nothing then.
        let known = slot.index.iter().all(|index| matches!(index, Number::Known(_)));
        if self.roots.owner(root) == Owner::Devices && !known {
            state.lose(root);
            return None;
        }
        self.budget = self.budget.saturating_sub(state.counts.len() / 4);
        // Another semaphore of the array that may be this one makes the counts of all of them unknown.
        let mut unclear = false;
        for count in &state.counts {
            unclear |= count.slot.root == root && self.same(&count.slot, &slot).is_none();
        }
        if unclear {
            state.lose(root);
            return None;
        }
        Some(slot)
    }

    /// Whether two semaphores of one array are the same.
    fn same(&mut self, a: &Slot, b: &Slot) -> Option<bool> {
        if a.root != b.root {
            return Some(false);
        }
        let mut all = Some(true);
        for (x, y) in a.index.iter().zip(&b.index) {
            match self.numbers.equal(*x, *y) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => all = None,
            }
        }
        all
    }

    /// Adds to a semaphore.
    fn add(&mut self, state: &mut State, slot: &Slot, amount: Number, op: OpId) {
        for count in &mut state.counts {
            if count.slot == *slot {
                count.value = self.numbers.add(count.value, amount);
                count.came = self.numbers.add(count.came, amount);
                count.added = Some(op);
                return;
            }
        }
        state.counts.push(Count {
            slot: slot.clone(),
            value: amount,
            came: amount,
            added: Some(op),
            taken: None,
        });
    }

    /// Starts a copy.
    pub fn start(&mut self, state: &mut State, op: OpId, start: &Start) {
        let view = |value: Option<ValueId>, state: &State| value.and_then(|value| state.view(value));
        let (source, target) = (view(start.source, state), view(start.target, state));
        let (Some(source_ref), Some(target_ref)) = (&source, &target) else {
            self.start_unknown(state, start);
            return;
        };
        let part =
            |view: &View, exact: bool| Region { exact: view.region.exact && exact, ..view.region.clone() };
        let reads = part(source_ref, !start.indirect);
        let writes = part(target_ref, !start.indirect);
        let value = |value: Option<ValueId>| value.unwrap_or_else(|| ValueId::new(usize::MAX));
        self.access(state, op, value(start.source), &reads, false, false);
        if let Some(offsets) = start.offsets.and_then(|offsets| state.view(offsets)) {
            self.access(state, op, value(start.offsets), &offsets.region.clone(), false, false);
        }
        if !start.remote {
            self.access(state, op, value(start.target), &writes, true, false);
        }
        self.wrote(state, &writes);
        if start.remote {
            let bytes = source_ref.bytes(&mut self.numbers);
            if let (Some(semaphore), Some(bytes)) = (start.source_semaphore, bytes)
                && let Some(slot) = self.slot(state, semaphore)
            {
                if self.roots.is_regular(slot.root) {
                    state.lose(slot.root);
                } else {
                    self.add(state, &slot, bytes, op);
                    state.flights.push(flight(op, Some(reads), None, slot, bytes, true));
                }
            }
            // The same program runs elsewhere: what is sent from here arrives from there. Where it arrives
            // is known only when that does not depend on the device.
            let anywhere = state.split || writes.start.iter().any(|start| self.numbers.is_of_device(*start));
            let writes = (!anywhere).then_some(writes);
            self.arrive(state, op, start.target_semaphore, &target_ref.clone(), (None, writes), true);
        } else {
            // A gather or scatter counts its local end, which is the smaller one.
            let counted =
                if start.indirect { self.local(source_ref, target_ref) } else { target_ref.clone() };
            self.arrive(state, op, start.target_semaphore, &counted, (Some(reads), Some(writes)), false);
        }
    }

    fn local<'v>(&self, source: &'v std::rc::Rc<View>, target: &'v std::rc::Rc<View>) -> std::rc::Rc<View> {
        use tessera_core::graph::MemorySpace::{Any, Hbm, VmemShared};
        let space = self.graph.ref_type(target.region.root).and_then(|ty| ty.space);
        let far = matches!(space, Some(Any | Hbm | VmemShared));
        if far { std::rc::Rc::clone(source) } else { std::rc::Rc::clone(target) }
    }

    fn arrive(
        &mut self,
        state: &mut State,
        op: OpId,
        semaphore: Option<ValueId>,
        counted: &View,
        (reads, writes): (Option<Region>, Option<Region>),
        remote: bool,
    ) {
        let Some(semaphore) = semaphore else { return };
        let Some(slot) = self.slot(state, semaphore) else { return };
        let Some(bytes) = counted.bytes(&mut self.numbers).filter(|_| !self.roots.is_regular(slot.root))
        else {
            state.lose(slot.root);
            return;
        };
        self.add(state, &slot, bytes, op);
        state.flights.push(flight(op, reads, writes, slot, bytes, remote));
    }

    /// A copy between refs that cannot be told.
    fn start_unknown(&mut self, state: &mut State, start: &Start) {
        for semaphore in [start.source_semaphore, start.target_semaphore].into_iter().flatten() {
            match state.view(semaphore) {
                Some(view) => state.lose(view.region.root),
                None => state.blind = true,
            }
        }
        for value in [start.target].into_iter().flatten() {
            match state.view(value) {
                Some(view) => {
                    let region = view.region.clone();
                    self.wrote(state, &region);
                }
                None => self.wrote_anything(state),
            }
        }
        if state.blind {
            state.flights.clear();
        }
    }

    /// Waits for bytes. False when the path ends here, because they never come.
    pub fn wait(
        &mut self,
        state: &mut State,
        op: OpId,
        semaphore: ValueId,
        amount: Option<ValueId>,
        other: Option<ValueId>,
    ) -> bool {
        let refs: Vec<Region> = [amount, other]
            .into_iter()
            .flatten()
            .filter_map(|value| state.view(value))
            .map(|view| view.region.clone())
            .collect();
        // What is waited for may have been sent by another device: it counts as written.
        for region in refs.iter().filter(|region| self.roots.blank.contains(&region.root)) {
            state.written.entry(region.root).or_default().add(region);
        }
        let Some(slot) = self.slot(state, semaphore) else { return true };
        let bytes = amount.and_then(|value| state.view(value)).and_then(|view| view.bytes(&mut self.numbers));
        let Some(bytes) = bytes else {
            state.lose(slot.root);
            return true;
        };
        let have = self.value_of(state, &slot);
        let left = self.numbers.sub(have, bytes);
        let enough = match left {
            Number::Known(left) => left >= 0,
            // Nothing is there, so whatever the size, it never comes.
            Number::Form(_) if have == Number::Known(0) && self.is_size(bytes) => false,
            Number::Form(_) => {
                // Unknown amounts: nothing can be said of this array any more.
                state.lose(slot.root);
                return true;
            }
        };
        let owner = self.roots.owner(slot.root);
        if !enough {
            return match owner {
                Owner::Kernel => {
                    self.hang(state, op, semaphore, &slot, have, bytes);
                    false
                }
                Owner::Devices => {
                    self.take(state, &slot, bytes, op);
                    state.flights.retain(|flight| flight.slot != slot);
                    true
                }
                Owner::Elsewhere => {
                    state.lose(slot.root);
                    true
                }
            };
        }
        if left == Number::Known(0) {
            state.flights.retain(|flight| flight.slot != slot);
        } else {
            self.take_some(state, op, &slot, have, bytes, &refs);
        }
        self.take(state, &slot, bytes, op);
        true
    }

    /// Whether a number of bytes is a multiple of one unknown size.
    fn is_size(&self, bytes: Number) -> bool {
        let form = self.numbers.terms(bytes);
        form.constant == 0 && matches!(form.terms.as_slice(), [(_, 1..)])
    }

    /// A wait that does not take all there is: which copies are surely done?
    fn take_some(
        &mut self,
        state: &mut State,
        op: OpId,
        slot: &Slot,
        have: Number,
        bytes: Number,
        refs: &[Region],
    ) {
        let flights = std::mem::take(&mut state.flights);
        for mut flight in flights {
            if flight.slot != *slot {
                state.flights.push(flight);
                continue;
            }
            let without = self.numbers.sub(have, flight.bytes);
            let spare = self.numbers.sub(without, bytes);
            if matches!(spare, Number::Known(spare) if spare < 0) {
                continue;
            }
            flight.maybe = Some(op);
            let parts = [&flight.reads, &flight.writes];
            flight.named |= parts.into_iter().flatten().any(|part| refs.contains(part));
            state.flights.push(flight);
        }
    }

    fn take(&mut self, state: &mut State, slot: &Slot, amount: Number, op: OpId) {
        let have = self.value_of(state, slot);
        let value = self.numbers.sub(have, amount);
        match state.counts.iter().position(|count| count.slot == *slot) {
            Some(at) if value == Number::Known(0) => {
                state.counts.remove(at);
            }
            Some(at) => {
                if let Some(count) = state.counts.get_mut(at) {
                    count.value = value;
                    count.taken = Some(op);
                }
            }
            None => {
                let came = Number::Known(0);
                state.counts.push(Count { slot: slot.clone(), value, came, added: None, taken: Some(op) });
            }
        }
    }

    fn value_of(&self, state: &State, slot: &Slot) -> Number {
        let found = state.counts.iter().find(|count| count.slot == *slot);
        found.map_or(Number::Known(0), |count| count.value)
    }

    /// A wait on the kernel's own semaphore for more than there is.
    fn hang(
        &mut self,
        state: &mut State,
        op: OpId,
        semaphore: ValueId,
        slot: &Slot,
        have: Number,
        need: Number,
    ) {
        let started = state.flights.iter().rev().find(|flight| flight.slot == *slot).map(|flight| flight.op);
        let sibling =
            state.flights.iter().rev().find(|flight| flight.slot.root == slot.root).map(|flight| flight.op);
        let (kind, other) = match (have, need) {
            (Number::Known(0), _) => (Kind::WaitWithoutStart, sibling),
            (Number::Known(have), Number::Known(need)) => (Kind::WaitSize { need, have }, started),
            _ => return,
        };
        self.found(state, Finding::new(kind, op, other, semaphore));
    }

    /// Adds to a regular semaphore.
    pub fn signal(&mut self, state: &mut State, op: OpId, semaphore: ValueId, amount: ValueId) {
        let Some(slot) = self.slot(state, semaphore) else { return };
        match state.number(amount) {
            Some(amount) => {
                self.add(state, &slot, amount, op);
                if self.value_of(state, &slot) == Number::Known(0) {
                    state.counts.retain(|count| count.slot != slot);
                }
            }
            None => state.lose(slot.root),
        }
    }

    /// Takes off a regular semaphore. False when the path ends here.
    pub fn sem_wait(&mut self, state: &mut State, op: OpId, semaphore: ValueId, amount: ValueId) -> bool {
        let Some(slot) = self.slot(state, semaphore) else { return true };
        let Some(amount) = state.number(amount) else {
            state.lose(slot.root);
            return true;
        };
        let have = self.value_of(state, &slot);
        let left = self.numbers.sub(have, amount);
        match (left, self.roots.owner(slot.root)) {
            (Number::Known(left), Owner::Kernel) if left < 0 => {
                if let (Number::Known(have), Number::Known(need)) = (have, amount) {
                    let other =
                        state.counts.iter().find(|count| count.slot == slot).and_then(|count| count.added);
                    self.found(
                        state,
                        Finding::new(Kind::NeverSatisfied { need, have }, op, other, semaphore),
                    );
                    return false;
                }
                state.lose(slot.root);
                true
            }
            (Number::Known(left), Owner::Elsewhere) if left < 0 => {
                state.lose(slot.root);
                true
            }
            (Number::Known(_), _) | (Number::Form(_), Owner::Devices) => {
                self.take(state, &slot, amount, op);
                true
            }
            (Number::Form(_), Owner::Kernel | Owner::Elsewhere) => {
                state.lose(slot.root);
                true
            }
        }
    }
}

fn flight(
    op: OpId,
    reads: Option<Region>,
    writes: Option<Region>,
    slot: Slot,
    bytes: Number,
    remote: bool,
) -> Flight {
    Flight { op, reads, writes, slot, bytes, maybe: None, named: false, remote }
}
