//! What a path has assumed about numbers that nobody knows.

use super::number::{Atom, Number, Numbers, Operator};
use std::collections::BTreeMap;

/// Assumptions: truths of predicates, and bounds of linear forms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    atoms: BTreeMap<u32, bool>,
    /// By a form without its constant: the least and the greatest value.
    bounds: BTreeMap<Number, (i64, i64)>,
}

impl Facts {
    /// Whether a number is not zero, if that follows.
    pub fn truth(&self, number: Number, numbers: &mut Numbers) -> Option<bool> {
        let (atom, straight) = match number {
            Number::Known(value) => return Some(value != 0),
            Number::Form(_) => predicate(number, numbers)?,
        };
        self.atom_truth(atom, numbers).map(|truth| truth == straight)
    }

    fn atom_truth(&self, atom: u32, numbers: &mut Numbers) -> Option<bool> {
        if let Some(truth) = self.atoms.get(&atom) {
            return Some(*truth);
        }
        match numbers.atom_of(atom)?.clone() {
            Atom::NotNegative(of) => {
                let (low, high) = self.bounds(of, numbers);
                if low >= 0 {
                    Some(true)
                } else if high < 0 {
                    Some(false)
                } else {
                    None
                }
            }
            Atom::Zero(of) => {
                let (low, high) = self.bounds(of, numbers);
                if low == 0 && high == 0 {
                    Some(true)
                } else if low > 0 || high < 0 {
                    Some(false)
                } else {
                    None
                }
            }
            Atom::Binary(Operator::And, a, b) => match (self.truth(a, numbers), self.truth(b, numbers)) {
                (Some(true), Some(true)) => Some(true),
                (Some(false), _) | (_, Some(false)) => Some(false),
                _ => None,
            },
            Atom::Binary(..)
            | Atom::Select(..)
            | Atom::Fresh(_)
            | Atom::Loaded { .. }
            | Atom::Machine(..) => None,
        }
    }

    /// The bounds of a number that have been assumed.
    fn bounds(&self, number: Number, numbers: &mut Numbers) -> (i64, i64) {
        let form = numbers.terms(number);
        if form.terms.is_empty() {
            return (form.constant, form.constant);
        }
        let key = numbers.combine(number, Number::Known(1), form.constant.wrapping_neg());
        let (low, high) = self.bounds.get(&key).copied().unwrap_or((i64::MIN, i64::MAX));
        let mirror = numbers.combine(Number::Known(0), key, -1);
        let (mirror_low, mirror_high) = self.bounds.get(&mirror).copied().unwrap_or((i64::MIN, i64::MAX));
        let low = low.max(mirror_high.checked_neg().unwrap_or(i64::MIN));
        let high = high.min(mirror_low.checked_neg().unwrap_or(i64::MAX));
        let shift =
            |bound: i64, open: i64| if bound == open { open } else { bound.saturating_add(form.constant) };
        (shift(low, i64::MIN), shift(high, i64::MAX))
    }

    /// The only value that a number can have, if the bounds leave one.
    pub fn value(&self, number: Number, numbers: &mut Numbers) -> Option<i64> {
        if let Some(truth) = self.truth(number, numbers).filter(|_| numbers.is_bool(number)) {
            return Some(i64::from(truth));
        }
        let (low, high) = self.bounds(number, numbers);
        (low == high).then_some(low)
    }

    /// Assumes that a number is not zero, or that it is. False when that contradicts what is known.
    pub fn assume(&mut self, number: Number, truth: bool, numbers: &mut Numbers) -> bool {
        if let Some(known) = self.truth(number, numbers) {
            return known == truth;
        }
        let Some((atom, straight)) = predicate(number, numbers) else {
            // Not a predicate in a known form: it counts as one of its own.
            return true;
        };
        self.set(atom, truth == straight, numbers);
        true
    }

    fn set(&mut self, atom: u32, truth: bool, numbers: &mut Numbers) {
        self.atoms.insert(atom, truth);
        match numbers.atom_of(atom).cloned() {
            Some(Atom::NotNegative(of)) => {
                let (low, high) = if truth { (0, i64::MAX) } else { (i64::MIN, -1) };
                self.bound(of, low, high, numbers);
            }
            Some(Atom::Zero(of)) if truth => self.bound(of, 0, 0, numbers),
            Some(Atom::Binary(Operator::And, a, b)) if truth => {
                self.assume(a, true, numbers);
                self.assume(b, true, numbers);
            }
            Some(_) | None => {}
        }
    }

    fn bound(&mut self, number: Number, low: i64, high: i64, numbers: &mut Numbers) {
        let form = numbers.terms(number);
        let key = numbers.combine(number, Number::Known(1), form.constant.wrapping_neg());
        let shift =
            |bound: i64, open: i64| if bound == open { open } else { bound.saturating_sub(form.constant) };
        let entry = self.bounds.entry(key).or_insert((i64::MIN, i64::MAX));
        entry.0 = entry.0.max(shift(low, i64::MIN));
        entry.1 = entry.1.min(shift(high, i64::MAX));
    }

    /// Keeps what both know.
    pub fn meet(&mut self, other: &Self) {
        self.atoms.retain(|atom, truth| other.atoms.get(atom) == Some(truth));
        self.bounds.retain(|form, bounds| match other.bounds.get(form) {
            Some((low, high)) => {
                *bounds = (bounds.0.min(*low), bounds.1.max(*high));
                true
            }
            None => false,
        });
    }
}

/// The atom that a number says the truth of, and whether it says it straight or negated.
fn predicate(number: Number, numbers: &Numbers) -> Option<(u32, bool)> {
    let form = numbers.terms(number);
    match (form.terms.as_slice(), form.constant) {
        ([(atom, 1 | -1)], 0) => Some((*atom, true)),
        ([(atom, -1)], 1) if numbers.is_bool(number) => Some((*atom, false)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_decide_later_predicates() {
        let mut numbers = Numbers::default();
        let n = numbers.fresh();
        let mut facts = Facts::default();
        let above = numbers.compare(4, n, Number::Known(2), 32);
        assert!(facts.assume(above, true, &mut numbers));
        let positive = numbers.compare(4, n, Number::Known(0), 32);
        assert_eq!(facts.truth(positive, &mut numbers), Some(true));
        let is_two = numbers.compare(0, Number::Known(2), n, 32);
        assert_eq!(facts.truth(is_two, &mut numbers), Some(false));
        let small = numbers.compare(2, n, Number::Known(9), 32);
        assert_eq!(facts.truth(small, &mut numbers), None);
        assert!(facts.assume(small, true, &mut numbers));
        let ten = numbers.compare(0, n, Number::Known(10), 32);
        assert!(!facts.assume(ten, true, &mut numbers));
    }
}
