//! Faults of the format, with their places.

use super::fault::SerdeFault;
use crate::ops;
use melior::ir::{
    Location,
    operation::{OperationLike, OperationRef},
};
use std::{error, fmt};
use tessera_core::{
    diag::{Diagnostic, Fault},
    loc::Loc,
};

/// A fault, and where it is.
#[derive(Debug)]
pub struct Problem<'c> {
    /// What is wrong.
    pub fault: SerdeFault,
    /// Where.
    pub location: Location<'c>,
    /// The op concerned, by its name in the module.
    pub op: String,
}

impl<'c> Problem<'c> {
    pub(super) fn at(op: OperationRef<'c, '_>, fault: impl Into<SerdeFault>) -> Self {
        Self { fault: fault.into(), location: op.location(), op: ops::name_of(op).to_owned() }
    }

    /// The problem as a diagnostic for a sink; `loc` is its location as the caller decodes those.
    #[must_use]
    pub fn into_diagnostic(self, loc: Loc) -> Diagnostic {
        self.fault.into_diagnostic(loc, self.op)
    }
}

impl fmt::Display for Problem<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.fault.code(), self.fault)
    }
}

/// Why a module cannot be converted: one problem or more, in the order of the text.
#[derive(Debug)]
pub struct Refused<'c>(Vec<Problem<'c>>);

impl<'c> Refused<'c> {
    /// Success if there is no problem.
    pub(super) fn unless_empty(problems: Vec<Problem<'c>>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self(problems)) }
    }

    /// The problems, of which there is at least one.
    #[must_use]
    pub fn problems(&self) -> &[Problem<'c>] {
        &self.0
    }

    /// Gives the problems away.
    #[must_use]
    pub fn into_problems(self) -> Vec<Problem<'c>> {
        self.0
    }
}

impl<'c> From<Problem<'c>> for Refused<'c> {
    fn from(problem: Problem<'c>) -> Self {
        Self(vec![problem])
    }
}

impl fmt::Display for Refused<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            let between = if index == 0 { "" } else { "\n" };
            write!(out, "{between}{problem}")?;
        }
        Ok(())
    }
}

impl error::Error for Refused<'_> {}
