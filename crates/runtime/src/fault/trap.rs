//! The kernel's own checks failed.

use super::fault;
use std::fmt;
use tessera_core::diag::{Code, Level};
use thiserror::Error;

/// T0813.
pub static KERNEL_TRAP: Code = Code::new(
    813,
    "kernel_trap",
    Level::Error,
    "## What it checks
Assertions in the kernel hold, and no operation meets a case without a result.
## Why
The kernel, or the compiler on its behalf, said that this must not happen.
## Wrong
pl.debug_check(i < n, ...) with i == n
## Right
Guard the case with pl.when, or correct what leads to it.
## Source
cf.assert and the checks around integer division and loads.
",
);

/// Why generated code stopped. The discriminant is the reason of the C interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum TrapReason {
    /// An assertion of the kernel.
    Assertion = 0,
    /// Integer division by zero, or of the smallest number by -1.
    Division = 1,
    /// An access, or a slice that leads to it, outside its ref.
    OutOfBounds = 2,
    /// Code that cannot be reached was.
    Unreachable = 3,
    /// Something that was not known to be unsupported before it ran.
    Unsupported = 4,
    /// A wait for less than nothing.
    NegativeWait = 5,
}

impl TrapReason {
    /// The reason with this number; unknown numbers count as unreachable code.
    #[must_use]
    pub const fn from_code(code: i32) -> Self {
        match code {
            0 => Self::Assertion,
            1 => Self::Division,
            2 => Self::OutOfBounds,
            4 => Self::Unsupported,
            5 => Self::NegativeWait,
            _ => Self::Unreachable,
        }
    }
}

impl fmt::Display for TrapReason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Assertion => "an assertion failed",
            Self::Division => "an integer division has no result",
            Self::OutOfBounds => "an access leaves its ref",
            Self::Unreachable => "code that cannot be reached was",
            Self::Unsupported => "an unsupported case was met",
            Self::NegativeWait => "a wait is for a negative amount",
        })
    }
}

/// Generated code stopped itself.
#[derive(Debug, Error)]
#[error("{reason} on device {device} core {core}, grid point {}", super::windows::point_text(.point))]
pub struct KernelTrap {
    /// Why.
    pub reason: TrapReason,
    /// The device.
    pub device: u32,
    /// The core.
    pub core: u32,
    /// The grid point.
    pub point: Vec<i64>,
}
fault!(KernelTrap, KERNEL_TRAP, |fault| Some(match fault.reason {
    TrapReason::Assertion => "look at what the asserted values depend on at this grid point".into(),
    TrapReason::Division => "guard the divisor".into(),
    TrapReason::OutOfBounds => "keep the index inside the ref, or mask the access".into(),
    TrapReason::NegativeWait => "wait for at least 0: look at what the amount is computed from".into(),
    TrapReason::Unreachable | TrapReason::Unsupported => return None,
}));
