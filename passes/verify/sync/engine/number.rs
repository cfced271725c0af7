//! Integers of a kernel's scalar code: constants, or linear forms over unknowns.
//!
//! Forms are interned, so equal expressions are equal ids, whichever operations made them. Predicates are
//! integers too, 0 or 1, in a normal form: `i > 0`, `0 < i`, `i >= 1` and the negation of `i < 1` are one
//! form, and so is the negation as `1 - it`.

use std::collections::HashMap;
use tessera_core::graph::ValueId;

/// An integer: known, or a linear form of the [`Numbers`] that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Number {
    /// Known.
    Known(i64),
    /// Unknown: an id of a linear form.
    Form(u32),
}

/// What a linear form is made of: something that is not a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// An unknown of its own.
    Fresh(u32),
    /// What a memory held at an index, when so many stores had been made to it.
    Loaded {
        /// The memory.
        root: ValueId,
        /// Where.
        index: Vec<Number>,
        /// The state of the memory.
        epoch: u32,
    },
    /// A question to the machine with one answer for the whole run, by operation name and argument.
    Machine(String, i64),
    /// 1 when the form is not negative, else 0.
    NotNegative(Number),
    /// 1 when the form is zero, else 0.
    Zero(Number),
    /// The result of an operation on two numbers that has no linear form.
    Binary(Operator, Number, Number),
    /// The second when the first is not zero, else the third.
    Select(Number, Number, Number),
}

/// Operations on two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Signed quotient, towards zero.
    DivSigned,
    /// Unsigned quotient.
    DivUnsigned,
    /// Signed remainder.
    RemSigned,
    /// Unsigned remainder.
    RemUnsigned,
    /// Signed quotient, downwards.
    FloorDiv,
    /// Signed quotient, upwards.
    CeilDiv,
    /// Signed minimum.
    Min,
    /// Signed maximum.
    Max,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift to the left.
    ShiftLeft,
    /// Signed shift to the right.
    ShiftRight,
    /// Unsigned comparison.
    UnsignedLess,
}

/// A sum of multiples of atoms and a constant; terms ascend by atom and no factor is zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Form {
    /// Atom and factor.
    pub terms: Vec<(u32, i64)>,
    /// The constant.
    pub constant: i64,
}

/// Forms longer than this become an unknown: nothing would be recognised in them.
const LONGEST: usize = 12;

/// All forms and atoms of one analysis.
#[derive(Debug, Default)]
pub struct Numbers {
    forms: Vec<Form>,
    form_ids: HashMap<Form, u32>,
    atoms: Vec<(Atom, bool)>,
    atom_ids: HashMap<Atom, u32>,
    fresh: u32,
}

impl Numbers {
    /// An unknown that equals nothing else.
    pub fn fresh(&mut self) -> Number {
        self.fresh += 1;
        self.atom(Atom::Fresh(self.fresh))
    }

    /// The number that is an atom.
    pub fn atom(&mut self, atom: Atom) -> Number {
        let id = self.atom_id(atom);
        self.form(Form { terms: vec![(id, 1)], constant: 0 })
    }

    fn atom_id(&mut self, atom: Atom) -> u32 {
        if let Some(id) = self.atom_ids.get(&atom) {
            return *id;
        }
        let of_device = match &atom {
            Atom::Machine(name, _) => {
                name == "tpu.device_id" || name == "tpu.core_id" || name == "tpu.subcore_id"
            }
            Atom::Fresh(_) => false,
            Atom::Loaded { index, .. } => index.iter().any(|number| self.is_of_device(*number)),
            Atom::NotNegative(a) | Atom::Zero(a) => self.is_of_device(*a),
            Atom::Binary(_, a, b) => self.is_of_device(*a) || self.is_of_device(*b),
            Atom::Select(a, b, c) => [a, b, c].into_iter().any(|number| self.is_of_device(*number)),
        };
        let id = u32::try_from(self.atoms.len()).unwrap_or(u32::MAX);
        self.atoms.push((atom.clone(), of_device));
        self.atom_ids.insert(atom, id);
        id
    }

    fn form(&mut self, form: Form) -> Number {
        if form.terms.is_empty() {
            return Number::Known(form.constant);
        }
        if form.terms.len() > LONGEST {
            return self.fresh();
        }
        if let Some(id) = self.form_ids.get(&form) {
            return Number::Form(*id);
        }
        let id = u32::try_from(self.forms.len()).unwrap_or(u32::MAX);
        self.forms.push(form.clone());
        self.form_ids.insert(form, id);
        Number::Form(id)
    }

    /// The linear form of a number.
    #[must_use]
    pub fn terms(&self, number: Number) -> Form {
        match number {
            Number::Known(constant) => Form { terms: Vec::new(), constant },
            Number::Form(id) => {
                let index = usize::try_from(id).unwrap_or(usize::MAX);
                let form = self.forms.get(index).cloned();
                form.unwrap_or(Form { terms: Vec::new(), constant: 0 })
            }
        }
    }

    /// The atom of that id.
    #[must_use]
    pub fn atom_of(&self, id: u32) -> Option<&Atom> {
        self.atoms.get(usize::try_from(id).ok()?).map(|(atom, _)| atom)
    }

    /// Whether a number differs from device to device, or from core to core.
    #[must_use]
    pub fn is_of_device(&self, number: Number) -> bool {
        let of_device = |id: &u32| {
            usize::try_from(*id)
                .ok()
                .and_then(|id| self.atoms.get(id))
                .is_some_and(|(_, of_device)| *of_device)
        };
        match number {
            Number::Known(_) => false,
            Number::Form(_) => self.terms(number).terms.iter().any(|(id, _)| of_device(id)),
        }
    }

    /// `a + factor * b`.
    pub fn combine(&mut self, a: Number, b: Number, factor: i64) -> Number {
        if let (Number::Known(a), Number::Known(b)) = (a, b) {
            return Number::Known(a.wrapping_add(b.wrapping_mul(factor)));
        }
        let (left, right) = (self.terms(a), self.terms(b));
        let mut terms: Vec<(u32, i64)> = Vec::with_capacity(left.terms.len() + right.terms.len());
        let (mut i, mut j) = (0, 0);
        loop {
            let next = match (left.terms.get(i), right.terms.get(j)) {
                (None, None) => break,
                (Some((x, f)), Some((y, g))) if x == y => {
                    i += 1;
                    j += 1;
                    (*x, f.wrapping_add(g.wrapping_mul(factor)))
                }
                (Some((x, f)), other) if other.is_none_or(|(y, _)| x < y) => {
                    i += 1;
                    (*x, *f)
                }
                (_, Some((y, g))) => {
                    j += 1;
                    (*y, g.wrapping_mul(factor))
                }
                (Some((x, f)), None) => {
                    i += 1;
                    (*x, *f)
                }
            };
            if next.1 != 0 {
                terms.push(next);
            }
        }
        let constant = left.constant.wrapping_add(right.constant.wrapping_mul(factor));
        self.form(Form { terms, constant })
    }

    /// `a + b`.
    pub fn add(&mut self, a: Number, b: Number) -> Number {
        self.combine(a, b, 1)
    }

    /// `a - b`.
    pub fn sub(&mut self, a: Number, b: Number) -> Number {
        self.combine(a, b, -1)
    }

    /// `a * b`.
    pub fn mul(&mut self, a: Number, b: Number) -> Number {
        match (a, b) {
            (Number::Known(a), b) => self.combine(Number::Known(0), b, a),
            (a, Number::Known(b)) => self.combine(Number::Known(0), a, b),
            (a, b) => self.atom(Atom::Binary(Operator::Mul, a.min(b), a.max(b))),
        }
    }

    /// 1 when `a >= 0`, else 0.
    pub fn not_negative(&mut self, a: Number) -> Number {
        if let Number::Known(a) = a {
            return Number::Known(i64::from(a >= 0));
        }
        let negative_first = self.terms(a).terms.first().is_some_and(|(_, factor)| *factor < 0);
        if negative_first {
            // a >= 0 is the negation of -a - 1 >= 0.
            let other = self.combine(Number::Known(-1), a, -1);
            let atom = self.atom(Atom::NotNegative(other));
            return self.sub(Number::Known(1), atom);
        }
        self.atom(Atom::NotNegative(a))
    }

    /// 1 when `a == 0`, else 0.
    pub fn zero(&mut self, a: Number) -> Number {
        if let Number::Known(a) = a {
            return Number::Known(i64::from(a == 0));
        }
        let form = self.terms(a);
        if let Some(atom) = self.single_predicate(&form) {
            // About a predicate p: p == 0 is its negation, p == 1 is p itself, anything else never holds.
            return match (form.terms.first().map(|(_, factor)| *factor), form.constant) {
                (Some(1), 0) | (Some(-1), 0) => self.sub(Number::Known(1), atom),
                (Some(1), -1) | (Some(-1), 1) => atom,
                _ => Number::Known(0),
            };
        }
        let flip = form.terms.first().is_some_and(|(_, factor)| *factor < 0);
        let a = if flip { self.combine(Number::Known(0), a, -1) } else { a };
        self.atom(Atom::Zero(a))
    }

    /// The atom of a form that is plus or minus one predicate plus a constant.
    fn single_predicate(&mut self, form: &Form) -> Option<Number> {
        let [(id, 1 | -1)] = form.terms.as_slice() else { return None };
        let id = *id;
        self.is_predicate(id).then(|| self.form(Form { terms: vec![(id, 1)], constant: 0 }))
    }

    fn is_predicate(&self, atom: u32) -> bool {
        match self.atom_of(atom) {
            Some(Atom::NotNegative(_) | Atom::Zero(_) | Atom::Binary(Operator::UnsignedLess, ..)) => true,
            Some(Atom::Binary(Operator::And, a, b)) => self.is_bool(*a) && self.is_bool(*b),
            Some(
                Atom::Binary(..)
                | Atom::Select(..)
                | Atom::Fresh(_)
                | Atom::Loaded { .. }
                | Atom::Machine(..),
            )
            | None => false,
        }
    }

    /// Whether a number can only be 0 or 1.
    #[must_use]
    pub fn is_bool(&self, number: Number) -> bool {
        if let Number::Known(value) = number {
            return value == 0 || value == 1;
        }
        let form = self.terms(number);
        match form.terms.as_slice() {
            [(id, 1)] if form.constant == 0 => self.is_predicate(*id),
            [(id, -1)] if form.constant == 1 => self.is_predicate(*id),
            _ => false,
        }
    }

    /// `yes` when `condition` is not zero, else `no`.
    pub fn select(&mut self, condition: Number, yes: Number, no: Number) -> Number {
        match condition {
            Number::Known(0) => no,
            Number::Known(_) => yes,
            Number::Form(_) if yes == no => yes,
            Number::Form(_)
                if yes == Number::Known(1) && no == Number::Known(0) && self.is_bool(condition) =>
            {
                condition
            }
            Number::Form(_) => self.atom(Atom::Select(condition, yes, no)),
        }
    }
}
