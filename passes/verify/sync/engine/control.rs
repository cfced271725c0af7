//! Branches, loops and scopes.

use super::exec::{Exec, MOST_PATHS, NO, TWICE, YES, mark};
use super::number::Number;
use super::program::Block;
use super::state::{State, Val, join_all};
use tessera_core::graph::{OpId, ValueId};

/// Rounds of a loop of unknown length that are followed, beside one for each copy in flight.
const ROUNDS: usize = 3;
/// Arrays of so many semaphores are told apart when an index is unknown.
const SLOTS: i64 = 4;
/// A loop without copies or semaphores whose results do not matter is cut after so many rounds.
const QUIET_ROUNDS: usize = 4;

impl Exec<'_> {
    /// `scf.if`.
    pub fn branch(
        &mut self,
        op: OpId,
        condition: ValueId,
        (yes, no): (&Block, &Block),
        results: &[ValueId],
        states: Vec<State>,
    ) -> Vec<State> {
        let mut out = Vec::new();
        for mut state in states {
            if state.marks.has(mark(op, YES)) || state.marks.has(mark(op, NO)) {
                self.repeated.add(mark(op, 0));
            }
            let number = state.number(condition).unwrap_or_else(|| self.numbers.fresh());
            match state.facts.truth(number, &mut self.numbers) {
                Some(truth) => {
                    state.marks.add(mark(op, if truth { YES } else { NO }));
                    let block = if truth { yes } else { no };
                    out.extend(self.inside(block, state, results));
                }
                None if yes.holds.nothing() && no.holds.nothing() => {
                    self.forget(&mut state, results);
                    out.push(state);
                }
                None => {
                    let was = (state.alone, state.split);
                    let before = self.ended.len();
                    state.split = true;
                    state.alone = false;
                    let mut both = Vec::new();
                    for (truth, block, kind) in [(true, yes, YES), (false, no, NO)] {
                        let mut path = state.clone();
                        if path.facts.assume(number, truth, &mut self.numbers) {
                            path.marks.add(mark(op, kind));
                            both.extend(self.inside(block, path, results));
                        }
                    }
                    self.close(&mut both, results, was, before);
                    out.extend(both);
                }
            }
        }
        join_all(&mut out, results);
        out
    }

    /// Joins what came of one path; if that is one path again, it stands for what the first one stood for.
    fn close(
        &mut self,
        states: &mut Vec<State>,
        results: &[ValueId],
        (alone, split): (bool, bool),
        ended: usize,
    ) {
        join_all(states, results);
        if let [one] = states.as_mut_slice()
            && self.ended.len() == ended
            && self.cut.is_none()
        {
            one.alone = alone;
            one.split = split;
        }
    }

    /// Runs a block of an operation and hands its yields to the results.
    fn inside(&mut self, block: &Block, state: State, results: &[ValueId]) -> Vec<State> {
        let mut states = self.block(block, vec![state]);
        for state in &mut states {
            hand(state, &block.yields, results);
        }
        states
    }

    /// A choice between two refs: a path for each, when nothing decides.
    pub fn select_ref(
        &mut self,
        condition: ValueId,
        (yes, no): (ValueId, ValueId),
        result: ValueId,
        states: Vec<State>,
    ) -> Vec<State> {
        let mut out = Vec::new();
        for mut state in states {
            let number = state.number(condition).unwrap_or_else(|| self.numbers.fresh());
            let truth = state.facts.truth(number, &mut self.numbers);
            if truth.is_none() {
                state.split = true;
                state.alone = false;
            }
            for (way, value) in [(true, yes), (false, no)] {
                let mut path = state.clone();
                if truth.is_none_or(|truth| truth == way) && path.facts.assume(number, way, &mut self.numbers)
                {
                    let chosen = path.get(value).clone();
                    path.set(result, chosen);
                    out.push(path);
                }
            }
        }
        out
    }

    /// Whether a ref is an array of semaphores.
    pub fn is_semaphores(&self, value: ValueId) -> bool {
        self.graph.ref_type(value).is_some_and(|ty| ty.element.is_semaphore())
    }

    /// A path for each semaphore of a short array that an unknown index may mean.
    pub fn choose_slots(&mut self, source: ValueId, offsets: &[ValueId], states: Vec<State>) -> Vec<State> {
        let sizes = self.graph.ref_type(source).map(|ty| ty.shape.clone()).unwrap_or_default();
        let mut states = states;
        for (at, size) in offsets.iter().zip(sizes) {
            let Some(size) = size.and_then(|size| i64::try_from(size).ok()).filter(|size| *size <= SLOTS)
            else {
                continue;
            };
            let mut out = Vec::new();
            for state in states {
                let number = state.number(*at).unwrap_or(Number::Known(0));
                if self.numbers.is_of_device(number) || state.facts.value(number, &mut self.numbers).is_some()
                {
                    out.push(state);
                    continue;
                }
                for slot in 0..size {
                    let mut path = state.clone();
                    let difference = self.numbers.sub(number, Number::Known(slot));
                    let is_slot = self.numbers.zero(difference);
                    if path.facts.assume(is_slot, true, &mut self.numbers) {
                        path.split = true;
                        path.alone = false;
                        out.push(path);
                    }
                }
            }
            states = out;
        }
        states
    }

    /// `tpu.region`: what is allocated inside ends with it.
    pub fn region(
        &mut self,
        body: &Block,
        allocated: &[ValueId],
        results: &[ValueId],
        states: Vec<State>,
    ) -> Vec<State> {
        let mut states = self.block(body, states);
        for state in &mut states {
            hand(state, &body.yields, results);
            for root in allocated {
                self.leave(state, *root);
            }
        }
        // What was left behind inside is gone now, so paths may agree again.
        join_all(&mut states, results);
        states
    }

    /// `scf.for`.
    pub fn for_loop(
        &mut self,
        op: OpId,
        [low, high, step]: [ValueId; 3],
        start: &[ValueId],
        body: &Block,
        results: &[ValueId],
        states: Vec<State>,
    ) -> Vec<State> {
        let mut out = Vec::new();
        for mut state in states {
            let bounds = (state.number(low), state.number(high), state.number(step));
            let (Some(low), Some(high), Some(Number::Known(step @ 1..))) = bounds else {
                out.push(self.skip(op, state, body, results));
                continue;
            };
            if body.holds.nothing() && !self.matters(results) {
                self.forget(&mut state, results);
                out.push(state);
                continue;
            }
            let carried = body.arguments.get(1..).unwrap_or_default();
            hand(&mut state, start, carried);
            let was = (state.alone, state.split);
            let before = self.ended.len();
            let rounds = ROUNDS + state.flights.len() + state.counts.len();
            let mut live = vec![(state, 0)];
            let mut done = Vec::new();
            let mut round = 0i64;
            while !live.is_empty() {
                let index = self.numbers.add(low, Number::Known(round.saturating_mul(step)));
                let left = self.numbers.sub(high, index);
                let short = self.numbers.sub(left, Number::Known(1));
                let more = self.numbers.not_negative(short);
                let mut go = Vec::new();
                for (state, guesses) in live {
                    self.round(more, (state, guesses, rounds), &mut go, &mut done);
                }
                let quiet = !body.holds.syncs && !body.holds.opaque && !self.matters(results);
                if quiet && round >= i64::try_from(QUIET_ROUNDS).unwrap_or(4) {
                    for (mut state, _) in go {
                        self.wrote_anything(&mut state);
                        done.push(state);
                    }
                    break;
                }
                let mut next = Vec::new();
                for (mut state, guesses) in go {
                    if let Some(argument) = body.arguments.first() {
                        state.set(*argument, Val::Number(index));
                    }
                    if round > 0 {
                        state.marks.add(mark(op, TWICE));
                    }
                    for mut state in self.block(body, vec![state]) {
                        hand(&mut state, &body.yields, carried);
                        next.push((state, guesses));
                    }
                }
                live = join_rounds(next, carried);
                if live.len() > MOST_PATHS {
                    self.cut.get_or_insert(op);
                    live.truncate(MOST_PATHS);
                }
                round += 1;
            }
            for state in &mut done {
                hand(state, carried, results);
            }
            self.close(&mut done, results, was, before);
            out.extend(done);
        }
        join_all(&mut out, results);
        out
    }

    /// Decides whether a path goes round once more; an open question makes it two paths.
    fn round(
        &mut self,
        more: Number,
        (mut state, guesses, most): (State, usize, usize),
        go: &mut Vec<(State, usize)>,
        done: &mut Vec<State>,
    ) {
        match state.facts.truth(more, &mut self.numbers) {
            Some(true) => go.push((state, guesses)),
            Some(false) => done.push(state),
            None => {
                state.split = true;
                state.alone = false;
                let mut stop = state.clone();
                if stop.facts.assume(more, false, &mut self.numbers) {
                    done.push(stop);
                }
                if guesses < most && state.facts.assume(more, true, &mut self.numbers) {
                    go.push((state, guesses + 1));
                }
            }
        }
    }

    /// `scf.while`.
    pub fn while_loop(
        &mut self,
        op: OpId,
        start: &[ValueId],
        condition: ValueId,
        (before, after): (&Block, &Block),
        results: &[ValueId],
        states: Vec<State>,
    ) -> Vec<State> {
        let mut out = Vec::new();
        for mut state in states {
            hand(&mut state, start, &before.arguments);
            let was = (state.alone, state.split);
            let ended = self.ended.len();
            let rounds = ROUNDS + state.flights.len() + state.counts.len();
            let mut live = vec![(state, 0)];
            let mut done = Vec::new();
            let mut round = 0;
            while !live.is_empty() {
                let mut go = Vec::new();
                for (state, guesses) in live {
                    for state in self.block(before, vec![state]) {
                        let more = state.number(condition).unwrap_or_else(|| self.numbers.fresh());
                        self.round(more, (state, guesses, rounds), &mut go, &mut done);
                    }
                }
                let mut next = Vec::new();
                for (mut state, guesses) in go {
                    if round > 0 {
                        state.marks.add(mark(op, TWICE));
                    }
                    hand(&mut state, &before.yields, &after.arguments);
                    for mut state in self.block(after, vec![state]) {
                        hand(&mut state, &after.yields, &before.arguments);
                        next.push((state, guesses));
                    }
                }
                live = join_rounds(next, &before.arguments);
                if live.len() > MOST_PATHS {
                    self.cut.get_or_insert(op);
                    live.truncate(MOST_PATHS);
                }
                round += 1;
            }
            for state in &mut done {
                hand(state, &before.yields, results);
            }
            self.close(&mut done, results, was, ended);
            out.extend(done);
        }
        join_all(&mut out, results);
        out
    }

    /// A loop that cannot be followed.
    fn skip(&mut self, op: OpId, mut state: State, body: &Block, results: &[ValueId]) -> State {
        self.forget(&mut state, results);
        if body.holds.syncs || body.holds.opaque {
            self.cut.get_or_insert(op);
            state.blind = true;
            state.flights.clear();
            state.counts.clear();
        }
        if body.holds.accesses {
            self.wrote_anything(&mut state);
        }
        state
    }

    /// Whether results are integers or refs that something uses.
    fn matters(&self, results: &[ValueId]) -> bool {
        use tessera_core::graph::{Element, ValueType};
        results.iter().any(|result| {
            let followed = match self.graph.value(*result).map(|value| &value.ty) {
                Some(ValueType::Scalar(Element::Int(_) | Element::Index) | ValueType::Ref(_)) => true,
                Some(ValueType::Scalar(_) | ValueType::Vector { .. } | ValueType::Other(_)) | None => false,
            };
            followed && !self.graph.users(*result).is_empty()
        })
    }
}

/// Joins paths that agree and have guessed as often.
fn join_rounds(states: Vec<(State, usize)>, carried: &[ValueId]) -> Vec<(State, usize)> {
    let mut kept: Vec<(State, usize)> = Vec::with_capacity(states.len());
    for (state, guesses) in states {
        let twin = kept.iter_mut().find(|(other, count)| *count == guesses && other.agrees(&state, carried));
        match twin {
            Some((other, _)) => other.join(&state),
            None => kept.push((state, guesses)),
        }
    }
    kept
}

/// Hands values over, as yields to results and operands to block arguments.
fn hand(state: &mut State, from: &[ValueId], to: &[ValueId]) {
    let values: Vec<Val> = from.iter().map(|value| state.get(*value).clone()).collect();
    for (index, target) in to.iter().enumerate() {
        state.set(*target, values.get(index).cloned().unwrap_or_default());
    }
}
