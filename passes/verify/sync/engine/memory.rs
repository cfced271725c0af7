//! What loads, stores and copies do to memory, and whether they get in each other's way.

use super::exec::{Exec, RAN, mark};
use super::finding::{Finding, Kind};
use super::number::{Atom, Number};
use super::program::Access;
use super::region::{Overlap, Region};
use super::state::{State, Val};
use tessera_core::graph::{OpId, ValueId};

impl Exec<'_> {
    /// The part of memory an access touches.
    fn part(&mut self, state: &State, access: &Access) -> Option<Region> {
        let view = state.view(access.base)?;
        let Some(sizes) = &access.sizes else {
            return Some(Region { exact: false, ..view.region.clone() });
        };
        let offsets: Vec<Number> = access
            .indices
            .iter()
            .map(|at| state.number(*at).unwrap_or_else(|| self.numbers.fresh()))
            .collect();
        let sizes: Vec<Number> = sizes.iter().copied().map(Number::Known).collect();
        let mut region = view.slice(&offsets, &sizes, &mut self.numbers).region;
        region.exact &= access.exact;
        Some(region)
    }

    /// A load.
    pub fn load(&mut self, state: &mut State, op: OpId, access: &Access) {
        let region = self.part(state, access);
        if let Some(region) = &region
            && access.used
        {
            state.marks.add(mark(op, RAN));
            self.access(state, op, access.base, region, false, true);
        }
        let Some(result) = access.scalar else { return };
        let Some(region) = region.filter(|region| region.exact) else {
            self.forget(state, &[result]);
            return;
        };
        let scalars = state.scalars.entry(region.root).or_default();
        let value = match scalars.known.get(&region.start) {
            Some(value) => *value,
            None => {
                let epoch = scalars.epoch;
                self.numbers.atom(Atom::Loaded { root: region.root, index: region.start.clone(), epoch })
            }
        };
        state.set(result, Val::Number(value));
    }

    /// A store.
    pub fn store(&mut self, state: &mut State, op: OpId, access: &Access) {
        let Some(region) = self.part(state, access) else {
            self.wrote_anything(state);
            return;
        };
        state.marks.add(mark(op, RAN));
        self.access(state, op, access.base, &region, true, false);
        let value = access.scalar.and_then(|value| state.number(value)).filter(|_| region.exact);
        self.wrote(state, &region);
        if let Some(value) = value {
            state.scalars.entry(region.root).or_default().known.insert(region.start, value);
        }
    }

    /// Notes that a part of memory may have changed.
    pub fn wrote(&mut self, state: &mut State, region: &Region) {
        if self.roots.blank.contains(&region.root) {
            state.written.entry(region.root).or_default().add(region);
        }
        let scalars = state.scalars.entry(region.root).or_default();
        scalars.epoch += 1;
        let mut known = std::mem::take(&mut scalars.known);
        known.retain(|at, _| {
            let size = vec![Number::Known(1); at.len()];
            let one = Region { root: region.root, start: at.clone(), size, exact: true };
            one.overlap(region, &mut self.numbers) == Overlap::Apart
        });
        scalars.known = known;
    }

    /// Notes that any memory may have changed.
    pub fn wrote_anything(&mut self, state: &mut State) {
        for root in &self.roots.blank {
            state.written.entry(*root).or_default().all = true;
        }
        for scalars in state.scalars.values_mut() {
            scalars.epoch += 1;
            scalars.known.clear();
        }
    }

    /// Asks whether an access gets in the way of a copy, or reads what nobody has written.
    pub fn access(
        &mut self,
        state: &mut State,
        op: OpId,
        value: ValueId,
        region: &Region,
        write: bool,
        content: bool,
    ) {
        // Many copies at once cost as much as many steps.
        self.budget = self.budget.saturating_sub(state.flights.len() / 4);
        let mut found = Vec::new();
        for flight in state.flights.iter().filter(|flight| flight.op != op) {
            let mut meets = |part: &Option<Region>| {
                part.as_ref().is_some_and(|part| part.overlap(region, &mut self.numbers) == Overlap::Certain)
            };
            let arrives = flight.remote && flight.writes.is_some();
            let kind = if arrives && state.split {
                continue;
            } else if meets(&flight.writes) {
                if write { Kind::WriteInFlight { source: false } } else { Kind::ReadInFlight }
            } else if write && meets(&flight.reads) {
                Kind::WriteInFlight { source: true }
            } else {
                continue;
            };
            let kind = flight.maybe.map_or(kind, |wait| Kind::AmbiguousWait { wait });
            found.push(Finding::new(kind, op, Some(flight.op), value));
            // One copy in the way is enough to say.
            break;
        }
        if content && region.exact && self.roots.blank.contains(&region.root) {
            let blank = match state.written.get(&region.root) {
                Some(written) => written.lacks(region, &mut self.numbers),
                None => true,
            };
            if blank {
                found.push(Finding::new(Kind::Uninitialised, op, None, value));
            }
        }
        for finding in found {
            self.found(state, finding);
        }
    }
}
