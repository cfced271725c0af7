//! What can go wrong while a kernel runs: one type and one code each.
//!
//! Codes T0801 to T0829 are this crate's, and T9902 for its own bugs and the compiler's.

mod bug;
mod copies;
mod deadlock;
mod request;
mod semaphores;
mod trap;
mod windows;

pub use bug::{RUNTIME_BUG, RuntimeBug};
pub use copies::{COPY_NEVER_WAITED, CopyNeverWaited, DMA_OUT_OF_BOUNDS, DmaEnd, DmaOutOfBounds};
pub use deadlock::{DEADLOCK, Deadlock, Peer, PeerState};
pub use request::{
    BAD_ARRAY, BAD_KERNEL_SPEC, BAD_MACHINE_OPTIONS, BadArray, BadKernelSpec, BadMachineOptions,
    INPUT_MISMATCH, InputMismatch, OUT_OF_MEMORY, OutOfMemory, SUB_BYTE_ELEMENT, SubByteElement,
};
pub use semaphores::{
    NO_COLLECTIVE_ID, NO_SUCH_TARGET, NoCollectiveId, NoSuchTarget, SEMAPHORE_NOT_ZERO,
    SEMAPHORE_OUT_OF_BOUNDS, SemaphoreNotZero, SemaphoreOutOfBounds,
};
pub use trap::{KERNEL_TRAP, KernelTrap, TrapReason};
pub use windows::{BLOCK_OUTSIDE_ARRAY, BlockOutsideArray};

use tessera_core::diag::{Code, Diagnostic, Fault};
use tessera_core::loc::Loc;

/// A fault of any kind, before it is known where it belongs.
pub type Refusal = Box<dyn Fault>;

/// Every code this crate can report, by number.
pub const CODES: &[&Code] = &[
    &INPUT_MISMATCH,
    &BAD_KERNEL_SPEC,
    &BAD_MACHINE_OPTIONS,
    &SUB_BYTE_ELEMENT,
    &OUT_OF_MEMORY,
    &BLOCK_OUTSIDE_ARRAY,
    &DMA_OUT_OF_BOUNDS,
    &COPY_NEVER_WAITED,
    &SEMAPHORE_NOT_ZERO,
    &DEADLOCK,
    &NO_SUCH_TARGET,
    &NO_COLLECTIVE_ID,
    &KERNEL_TRAP,
    &SEMAPHORE_OUT_OF_BOUNDS,
    &BAD_ARRAY,
    &RUNTIME_BUG,
];

/// A refusal placed at `loc`.
pub(crate) fn located(fault: Refusal, loc: Loc, op: impl Into<String>) -> Diagnostic {
    Diagnostic { fault, loc, op: op.into(), function: None, labels: Vec::new(), order: 0 }
}

/// Ties a payload to its code, and to its hint if it has one.
macro_rules! fault {
    ($payload:ident, $code:ident $(, $hint:expr)?) => {
        impl tessera_core::diag::Fault for $payload {
            fn code(&self) -> &'static tessera_core::diag::Code {
                &$code
            }
            $(fn hint(&self) -> Option<String> {
                let hint: fn(&Self) -> Option<String> = $hint;
                hint(self)
            })?
            fn as_any(&self) -> &dyn std::any::Any {
                self
            }
        }

        impl From<$payload> for $crate::fault::Refusal {
            fn from(payload: $payload) -> Self {
                Box::new(payload)
            }
        }
    };
}
use fault;

/// Sizes as `8x128`, for messages.
pub(crate) fn shape_text(shape: &[i64]) -> String {
    if shape.is_empty() {
        return "a scalar".into();
    }
    shape.iter().map(i64::to_string).collect::<Vec<_>>().join("x")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_sorted_and_explained() {
        assert!(CODES.windows(2).all(|pair| pair[0].number < pair[1].number));
        for code in CODES {
            for heading in ["## What it checks", "## Why", "## Wrong", "## Right", "## Source"] {
                assert!(code.page.contains(heading), "{code} lacks {heading}");
            }
        }
    }
}
