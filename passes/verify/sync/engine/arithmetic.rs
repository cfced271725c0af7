//! The integer operations of `arith` on numbers, folded when known.

use super::number::{Atom, Number, Numbers, Operator};

/// Comparisons of `arith.cmpi`, by the number of its predicate.
const EQ: i64 = 0;
const NE: i64 = 1;
const SLT: i64 = 2;
const SLE: i64 = 3;
const SGT: i64 = 4;
const SGE: i64 = 5;
const ULT: i64 = 6;
const ULE: i64 = 7;
const UGT: i64 = 8;
const UGE: i64 = 9;

/// `value` cut to a signed integer of `bits`; one bit counts as 0 or 1.
#[must_use]
pub const fn wrap(value: i64, bits: u32) -> i64 {
    match bits {
        1 => value & 1,
        2..=63 => (value << (64 - bits)) >> (64 - bits),
        _ => value,
    }
}

const fn unsigned(value: i64, bits: u32) -> u64 {
    let all = value.cast_unsigned();
    if bits >= 64 || bits == 0 { all } else { all & ((1 << bits) - 1) }
}

impl Numbers {
    /// The result of an operation on integers of `bits`.
    pub fn binary(&mut self, operator: Operator, a: Number, b: Number, bits: u32) -> Number {
        if let (Number::Known(x), Number::Known(y)) = (a, b) {
            return match known(operator, x, y, bits) {
                Some(value) => Number::Known(wrap(value, bits)),
                None => self.fresh(),
            };
        }
        match operator {
            Operator::Add => self.add(a, b),
            Operator::Sub => self.sub(a, b),
            Operator::Mul => self.mul(a, b),
            Operator::And if self.is_bool(a) && self.is_bool(b) => self.both(a, b),
            Operator::Or if self.is_bool(a) && self.is_bool(b) => {
                let (no_a, no_b) = (self.not(a), self.not(b));
                let neither = self.both(no_a, no_b);
                self.not(neither)
            }
            Operator::Xor if a == Number::Known(1) && self.is_bool(b) => self.not(b),
            Operator::Xor if b == Number::Known(1) && self.is_bool(a) => self.not(a),
            Operator::And | Operator::Or | Operator::Min | Operator::Max if a == b => a,
            Operator::And | Operator::Or | Operator::Xor | Operator::Min | Operator::Max => {
                self.atom(Atom::Binary(operator, a.min(b), a.max(b)))
            }
            Operator::DivSigned | Operator::DivUnsigned | Operator::FloorDiv | Operator::CeilDiv
                if b == Number::Known(1) =>
            {
                a
            }
            Operator::RemSigned | Operator::RemUnsigned if b == Number::Known(1) => Number::Known(0),
            Operator::DivSigned
            | Operator::DivUnsigned
            | Operator::FloorDiv
            | Operator::CeilDiv
            | Operator::RemSigned
            | Operator::RemUnsigned
            | Operator::ShiftLeft
            | Operator::ShiftRight
            | Operator::UnsignedLess => self.atom(Atom::Binary(operator, a, b)),
        }
    }

    /// `1 - a`: the negation of a predicate.
    pub fn not(&mut self, a: Number) -> Number {
        self.sub(Number::Known(1), a)
    }

    fn both(&mut self, a: Number, b: Number) -> Number {
        match (a, b) {
            (Number::Known(0), _) | (_, Number::Known(0)) => Number::Known(0),
            (Number::Known(_), other) | (other, Number::Known(_)) => other,
            (a, b) if a == b => a,
            (a, b) => self.atom(Atom::Binary(Operator::And, a.min(b), a.max(b))),
        }
    }

    /// The result of `arith.cmpi`.
    pub fn compare(&mut self, predicate: i64, a: Number, b: Number, bits: u32) -> Number {
        match predicate {
            EQ | NE => {
                let difference = self.sub(a, b);
                let equal = self.zero(difference);
                if predicate == EQ { equal } else { self.not(equal) }
            }
            SGE | SLT => {
                let difference = self.sub(a, b);
                let at_least = self.not_negative(difference);
                if predicate == SGE { at_least } else { self.not(at_least) }
            }
            SLE | SGT => {
                let difference = self.sub(b, a);
                let at_most = self.not_negative(difference);
                if predicate == SLE { at_most } else { self.not(at_most) }
            }
            ULT => self.binary(Operator::UnsignedLess, a, b, bits.max(2)),
            UGT => self.binary(Operator::UnsignedLess, b, a, bits.max(2)),
            ULE | UGE => {
                let (small, large) = if predicate == ULE { (b, a) } else { (a, b) };
                let less = self.binary(Operator::UnsignedLess, small, large, bits.max(2));
                self.not(less)
            }
            _ => self.fresh(),
        }
    }

    /// Whether two numbers are equal, as far as that can be said without knowing the unknowns.
    pub fn equal(&mut self, a: Number, b: Number) -> Option<bool> {
        let difference = self.sub(a, b);
        match difference {
            Number::Known(difference) => Some(difference == 0),
            Number::Form(_) => self.remainders_differ(a, b).then_some(false),
        }
    }

    /// Whether two numbers are remainders by one modulus of numbers whose difference is no multiple of it.
    fn remainders_differ(&mut self, a: Number, b: Number) -> bool {
        let mut parts = [a, b].into_iter().map(|number| {
            let form = self.terms(number);
            match (form.terms.as_slice(), form.constant) {
                ([(id, 1)], 0) => match self.atom_of(*id) {
                    Some(Atom::Binary(
                        Operator::RemSigned | Operator::RemUnsigned,
                        of,
                        Number::Known(modulus),
                    )) => Some((*of, *modulus)),
                    Some(_) | None => None,
                },
                _ => None,
            }
        });
        let (Some(Some((x, m))), Some(Some((y, n)))) = (parts.next(), parts.next()) else { return false };
        drop(parts);
        match self.sub(x, y) {
            Number::Known(difference) => m == n && m > 0 && difference % m != 0,
            Number::Form(_) => false,
        }
    }
}

fn known(operator: Operator, a: i64, b: i64, bits: u32) -> Option<i64> {
    let (ua, ub) = (unsigned(a, bits), unsigned(b, bits));
    let signed = |value: u64| Some(value.cast_signed());
    match operator {
        Operator::Add => Some(a.wrapping_add(b)),
        Operator::Sub => Some(a.wrapping_sub(b)),
        Operator::Mul => Some(a.wrapping_mul(b)),
        Operator::DivSigned => a.checked_div(b),
        Operator::RemSigned => a.checked_rem(b),
        Operator::DivUnsigned => ua.checked_div(ub).and_then(signed),
        Operator::RemUnsigned => ua.checked_rem(ub).and_then(signed),
        Operator::FloorDiv => {
            let quotient = a.checked_div(b)?;
            let inexact = a.checked_rem(b)? != 0;
            Some(if inexact && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        Operator::CeilDiv => {
            let quotient = a.checked_div(b)?;
            let inexact = a.checked_rem(b)? != 0;
            Some(if inexact && (a < 0) == (b < 0) { quotient + 1 } else { quotient })
        }
        Operator::Min => Some(a.min(b)),
        Operator::Max => Some(a.max(b)),
        Operator::And => Some(a & b),
        Operator::Or => Some(a | b),
        Operator::Xor => Some(a ^ b),
        Operator::ShiftLeft => u32::try_from(b).ok().and_then(|b| a.checked_shl(b)),
        Operator::ShiftRight => u32::try_from(b).ok().and_then(|b| a.checked_shr(b)),
        Operator::UnsignedLess => Some(i64::from(ua < ub)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_have_one_form() {
        let mut numbers = Numbers::default();
        let i = numbers.fresh();
        let above = numbers.compare(SGT, i, Number::Known(0), 32);
        assert_eq!(above, numbers.compare(SGE, i, Number::Known(1), 32));
        assert_eq!(above, numbers.compare(SLT, Number::Known(0), i, 32));
        let below = numbers.compare(SLT, i, Number::Known(1), 32);
        assert_eq!(numbers.not(below), above);
        // What JAX writes around a predicate: extended, and compared with zero again.
        assert_eq!(numbers.compare(NE, above, Number::Known(0), 32), above);
        assert_eq!(numbers.compare(EQ, above, Number::Known(0), 32), below);
        let yes = numbers.binary(Operator::Xor, below, Number::Known(1), 1);
        assert_eq!(yes, above);
    }

    #[test]
    fn slots_of_neighbours_differ() {
        let mut numbers = Numbers::default();
        let i = numbers.fresh();
        let next = numbers.add(i, Number::Known(1));
        let after = numbers.add(i, Number::Known(2));
        let mut slot = |number| numbers.binary(Operator::RemSigned, number, Number::Known(2), 32);
        let (a, b, c) = (slot(i), slot(next), slot(after));
        assert_eq!(numbers.equal(a, b), Some(false));
        assert_eq!(numbers.equal(a, c), None);
        assert_eq!(numbers.equal(a, a), Some(true));
    }

    #[test]
    fn known_numbers_fold_as_in_the_machine() {
        assert_eq!(known(Operator::RemUnsigned, 7, 2, 32), Some(1));
        assert_eq!(known(Operator::RemSigned, -1, 2, 32), Some(-1));
        assert_eq!(known(Operator::FloorDiv, -1, 2, 32), Some(-1));
        assert_eq!(known(Operator::CeilDiv, 3, 2, 32), Some(2));
        assert_eq!(known(Operator::DivSigned, 1, 0, 32), None);
        assert_eq!(wrap(0xffff_ffff, 32), -1);
        assert_eq!(wrap(-1, 1), 1);
    }
}
