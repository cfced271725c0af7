//! The symbols that compiled kernels call.
//!
//! Every function takes the core first. Indices and strides count elements, sizes bytes where they
//! say so; a `site` indexes [`crate::KernelSpec::sites`]. None returns a status: a call that must
//! wait suspends the core, and a call that fails never returns. No panic leaves these functions.
//!
//! A kernel's entry does, in effect:
//!
//! ```text
//! for step in 0..tessera_steps(core) {
//!     tessera_step_begin(core, step)
//!     for every window, for every dimension: tessera_window_index(core, arg, dim, its index map)
//!     tessera_windows_ready(core)
//!     for every argument: address = tessera_ref(core, arg, strides)
//!     the kernel's body
//!     tessera_step_end(core)
//! }
//! ```
//!
//! A window whose index was never told shows block 0. Blocks are fetched and written back only when
//! an index changes; after the entry returns the machine writes the last ones back.
//!
//! # Safety
//! All functions share one contract: `core` is the pointer that the machine passed to the kernel's
//! entry, the call comes from that entry on the core's own stack, and every other pointer spans
//! what its function says it reads or writes.

mod device;
mod grid;
mod indirect;
mod lanes;
mod memory;
mod numeric;
mod subcores;
mod sync;
mod table;

pub use device::*;
pub use grid::*;
pub use indirect::*;
pub use lanes::*;
pub use memory::*;
pub use numeric::*;
pub use subcores::*;
pub use sync::*;
pub use table::{AbiType, Symbol, symbols};

use crate::core::{Core, Pause};
use crate::fault::{Refusal, RuntimeBug};
use crate::world::World;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Why a call cannot return yet, or ever.
enum Stop {
    /// Try again after a pause.
    Pause(Pause),
    /// A fault whose place is the call's site.
    Refused(Refusal),
    /// A fault at an argument's declaration.
    AtArgument(usize, Refusal),
}

impl<F: Into<Refusal>> From<F> for Stop {
    fn from(fault: F) -> Self {
        Self::Refused(fault.into())
    }
}

/// The place of calls that have none.
const NOWHERE: u32 = u32::MAX;

/// Runs `body`, again after every pause, until it gives a value. Does not return when it fails.
///
/// # Safety
/// The contract of this module for `core`.
unsafe fn enter<T>(
    core: *mut Core,
    site: u32,
    mut body: impl FnMut(&mut Core, &mut World) -> Result<T, Stop>,
) -> T {
    loop {
        let outcome = {
            // SAFETY: the machine keeps core and world alive for the run. Only one core runs at a
            // time, the scheduler holds no reference while it does, and these two end before the
            // core is suspended.
            let (core, world) = unsafe { (&mut *core, &mut *(*core).world) };
            catch_unwind(AssertUnwindSafe(|| body(core, world)))
        };
        // SAFETY: as above; this reference, too, ends before the core is suspended.
        let world = unsafe { &mut *(*core).world };
        let failure = match outcome {
            Ok(Ok(value)) => return value,
            Ok(Err(Stop::Pause(pause))) => {
                // SAFETY: no reference to the core is live, and it runs on its own stack.
                unsafe { suspend(core, pause) };
                continue;
            }
            Ok(Err(Stop::Refused(refusal))) => world.diagnose(refusal, site),
            Ok(Err(Stop::AtArgument(arg, refusal))) => world.diagnose_argument(refusal, arg),
            Err(panic) => {
                let what = format!("the machine failed: {}", panic_text(&*panic));
                world.diagnose(RuntimeBug { what }.into(), site)
            }
        };
        world.failure.get_or_insert(failure);
        loop {
            // SAFETY: as above; the scheduler does not resume a failed core.
            unsafe { suspend(core, Pause::Failed) };
        }
    }
}

/// Gives control to the scheduler.
///
/// # Safety
/// The contract of this module; no reference to the core or the world is live.
unsafe fn suspend(core: *mut Core, pause: Pause) {
    // SAFETY: the yielder lives on the core's stack for as long as the core's program runs.
    unsafe { (*(*core).yielder).suspend(pause) };
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// A call that breaks the agreement with generated code.
fn misuse(what: impl Into<String>) -> Stop {
    RuntimeBug { what: what.into() }.into()
}

/// A number of the C interface as an index.
fn index(number: i32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
